"""Completion for shells, written from the arguments that the program takes."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

FILES = ("file", "files", "export", "keep", "picture")
"""What arguments are called that are a file's name."""

SECTIONS = ("engine", "table", "audit", "start", "bots", "cards")
"""What can be measured, by section: whoever could list all of it takes long to import."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An option, or without flags what a command is about."""

    flags: tuple[str, ...]
    help: str
    takes: bool
    """Whether a value follows."""
    values: tuple[str, ...]
    is_file: bool

    @property
    def long(self) -> str:
        return self.flags[-1].removeprefix("--")


@dataclass(frozen=True, slots=True)
class Command:
    """What can stand behind one word of the command line; no name: the program itself."""

    name: str
    help: str
    arguments: tuple[Argument, ...]

    @property
    def options(self) -> list[Argument]:
        return [argument for argument in self.arguments if argument.flags]

    @property
    def values(self) -> list[str]:
        return [value for argument in self.arguments if not argument.flags for value in argument.values]

    @property
    def takes_file(self) -> bool:
        return any(argument.is_file for argument in self.arguments if not argument.flags)


def commands_of(parser: argparse.ArgumentParser, values: Mapping[str, Sequence[str]]) -> list[Command]:
    """The program first, then its commands. `values`: what there is for arguments of some name."""
    found = [_command("", parser, values)]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += [_command(name, below, values) for name, below in action.choices.items()]
    return found


def _command(name: str, parser: argparse.ArgumentParser, values: Mapping[str, Sequence[str]]) -> Command:
    arguments = [
        Argument(
            tuple(action.option_strings),
            (action.help or "").replace("%%", "%"),
            action.nargs != 0,
            tuple(map(str, action.choices or values.get(action.dest, ()))),
            action.dest in FILES,
        )
        for action in parser._actions
        if not isinstance(action, argparse._SubParsersAction)
    ]
    return Command(name, parser.description or "", tuple(arguments))


def script(shell: str, program: str, commands: Sequence[Command]) -> str:
    """What the shell has to read."""
    return SHELLS[shell](program, commands)


def _bash(program: str, commands: Sequence[Command]) -> str:
    function = f"_{program.replace('-', '_')}"
    names = [command.name for command in commands if command.name]
    lines = [
        f'# {program} for bash. In ~/.bashrc: eval "$({program} completion bash)"',
        f"{function}() {{",
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}",
        "    local command= words= files= at",
        "    COMPREPLY=()",
        "    for ((at = 1; at < COMP_CWORD; at++)); do",
        f"        case ${{COMP_WORDS[at]}} in {'|'.join(names)}) command=${{COMP_WORDS[at]}}; break ;; esac",
        "    done",
        "    case $command:$before in",
    ]
    for command in commands:
        for option in command.options:
            if option.takes:
                patterns = "|".join(f"{command.name}:{flag}" for flag in option.flags)
                lines.append(f"        {patterns}) {_bash_value(option)} ;;")
    lines += ["    esac", "    case $command in"]
    for command in commands:
        flags = [flag for option in command.options for flag in option.flags]
        words = [*(command.values if command.name else names), *flags]
        files = " files=1" if command.takes_file else ""
        lines.append(f"        {_quoted(command.name)}) words={_quoted(' '.join(words))}{files} ;;")
    lines += [
        "    esac",
        '    COMPREPLY=($(compgen -W "$words" -- "$word"))',
        "    if [[ $files && $word != -* ]]; then",
        "        local IFS=$'\\n'",
        "        compopt -o filenames 2>/dev/null",
        '        COMPREPLY=($(compgen -f -- "$word"))',
        "    fi",
        "}",
        f"complete -F {function} {program}",
    ]
    return "\n".join(lines)


def _bash_value(option: Argument) -> str:
    """Names of files are left to the end of the function; it asks for no words before."""
    if option.is_file:
        return "command=- files=1"
    reply = f'COMPREPLY=($(compgen -W {_quoted(" ".join(option.values))} -- "$word")); return'
    return reply if option.values else "return"


def _zsh(program: str, commands: Sequence[Command]) -> str:
    function = f"_{program.replace('-', '_')}"
    whole, *below = commands
    described = " ".join(_quoted(f"{one.name}:{one.help}") for one in below)
    lines = [
        f"#compdef {program}",
        f'# {program} for zsh. In ~/.zshrc, after compinit: eval "$({program} completion zsh)"',
        f"{function}() {{",
        '    local curcontext="$curcontext" state line',
        f"    local -a commands=({described})",
        f"    _arguments -C {_zsh_arguments(whole)} '1: :->command' '*:: :->rest'",
        "    case $state in",
        "        command) _describe command commands ;;",
        "        rest)",
        "            case $words[1] in",
        *(f"                {command.name}) _arguments {_zsh_arguments(command)} ;;" for command in below),
        "            esac ;;",
        "    esac",
        "}",
        f'if [[ $funcstack[1] == {function} ]]; then {function} "$@"; else compdef {function} {program}; fi',
    ]
    return "\n".join(lines)


def _zsh_arguments(command: Command) -> str:
    told = []
    for one in command.arguments:
        about = one.help.replace("[", "(").replace("]", ")").replace(":", "\\:")
        action = "_files" if one.is_file else f"({' '.join(one.values)})" if one.values else ""
        value = f":value:{action}" if one.takes else ""
        told += [_quoted(f"{flag}[{about}]{value}") for flag in one.flags]
        if not one.flags:
            told.append(_quoted(f"*:{about}:{action}"))
    return " ".join(told)


def _fish(program: str, commands: Sequence[Command]) -> str:
    lines = [
        f"# {program} for fish: {program} completion fish > ~/.config/fish/completions/{program}.fish",
        f"complete -c {program} -f",
    ]
    for command in commands:
        when = f"__fish_seen_subcommand_from {command.name}" if command.name else "__fish_use_subcommand"
        start = f"complete -c {program} -n {_quoted(when)}"
        if command.name:
            described = f"-a {command.name} -d {_quoted(command.help)}"
            lines.append(f"complete -c {program} -n '__fish_use_subcommand' {described}")
        if command.takes_file:
            lines.append(f"{start} -F")
        if command.values:
            lines.append(f"{start} -a {_quoted(' '.join(command.values))}")
        for option in command.options:
            lines.append(f"{start} -l {option.long}{_fish_value(option)} -d {_quoted(option.help)}")
    return "\n".join(lines)


def _fish_value(option: Argument) -> str:
    if option.is_file:
        return " -r -F"
    return f" -x -a {_quoted(' '.join(option.values))}" if option.values else " -x" * option.takes


def _quoted(text: str) -> str:
    """For any of the shells: as it is."""
    escaped = text.replace("'", "'\\''")
    return f"'{escaped}'"


SHELLS: Mapping[str, Callable[[str, Sequence[Command]], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
