"""The 1024 words from which a table's four words are taken (protocol.md §3).

Nothing comes in. The order is part of the protocol: a word's place is its value, so a word is never
added, removed or moved within a protocol version. Every word has four to seven letters, no two share
their first four, and no two differ by one letter only: what is misheard does not become another word.
"""

_TEXT = """
abacus abbey acacia academy acorn acrobat admiral adobe agate airship alarm album alchemy alcove alder
almanac almond alpaca alpine amulet anchor anemone animal ankle anthem antler anvil apple apricot apron
arcade archer arctic arena armada armor aroma arrow artist aspen aster atlas attic aurora author autumn
aviary avocado awning azalea azure baboon badger bagel bagpipe baker balcony ballad balsam bamboo banana
banjo banner banquet banyan barber barge barley barn barrel basalt basil basket bath baton bauble beacon
bedrock beehive beetle begonia belfry bellows belt bench bicycle birch biscuit bishop bison blade blanket
blimp bloom blossom blouse bobbin bobcat bonfire bonnet bonsai boots border bottle bouquet boxer bracket
bramble brass breeze brick bronze brook brush bubble bucket buffalo bugle bulb bundle bushel butter
cabbage cabin cactus cadet camera canary candle canopy canvas canyon captain caramel cargo caribou carpet
cartoon cascade cashew castle catfish cedar celery cello centaur ceramic chalice chamber chapel chariot
cheddar cheese cherry chess chicken chimney chirp chisel chorus cider cinema circle citadel citrus clay
cliff clock cloud clover clown coach cobalt cobbler cobweb cocoa collar comb comet compass condor coral
cork corner cosmos cottage cougar cowboy coyote crab cradle crane crater crayon crest cricket crimson
crocus crow crumb crystal cuckoo cupcake curry curtain cushion custard cutlery cyclops cypress dahlia
daisy dance dart dazzle delta denim dewdrop diamond diary dimple dinghy dinner dish dogwood doll dolphin
domino donkey donut door doublet dove dragon drawer dream dress droplet druid drum dryad duchess duet
dulcet dune dungeon dusk dwarf dynamo eagle earmuff earth easel ebony echo eclipse eggnog elbow elixir
ember emblem emerald emperor empire enamel encore engine enigma envoy epic ermine evening eyebrow fabric
falcon fanfare farmer fathom faucet feast fedora fern ferret fiddler field fiesta filter finch firefly
fizz fjord flag flame flannel flask flavor fleece flint float floral fluffy flute foam foggy forest forge
fortune fossil freckle fresco frigate fritter frog frolic frost froth fruit fudge funnel furnace fuzzy
gadget galaxy gallop game garden garlic garnet gazebo gecko gerbil geyser gherkin ghost giant gift ginger
ginkgo giraffe glacier glance glaze glider glimmer glitter glove gnome goat goblin goggle gold golem
gondola goose gopher gosling grain granite grape gravel green griffin grill grotto ground guard guava
guide guitar gull gumdrop guppy gust haddock haiku halibut halo hamlet hammer hamster harbor harmony
harness harp harvest hawk hayloft hazel helium helmet herald hermit hero hexagon hickory hilltop hippo
hive hollow home honey hook horizon hornet hotel hound husky hydra hyena ibex icicle igloo iguana impala
indigo inkwell inlet insect iris iron island ivory jackal jade jaguar jasmine jasper javelin jazz jelly
jester jetty jigsaw jockey jubilee juice jukebox jumper jungle juniper jupiter kale karaoke kayak kazoo
kelp kennel kestrel ketchup keyhole kilt kimono kindle kingdom kiosk kitchen kite kiwi knife knuckle koala
kraken kumquat lacquer ladder ladle ladybug lagoon lake lamp land lantern larch lark lasso lattice laugh
laundry laurel lawn leather ledger legend lemming lemon lemur lentil leopard lettuce library light lilac
lily lime linen lion llama loaf lobster locust lodge logbook lotus lounge lucky lullaby lunar lunch lupine
lyric macaw magenta magic magnet magpie maiden mallet mammoth mango mansion maple marble marina market
marmot marvel mascot meadow medley meerkat melody menu mercury mermaid mesa meteor milk mint mirror misty
mitten mohair monarch monocle moon morsel mosaic moss moth mouse mule mural museum music mustang myrtle
mystery naiad napkin narwhal nature nebula nectar needle neptune nettle newt nimble noble nomad north note
nougat nozzle nugget nutmeg nylon oaken oasis oatmeal obelisk oboe ocean ocelot octave ogre olive omelet
onion onyx opal opera oracle orange orbit orchard oregano organ oriole osprey ostrich otter outpost oven
oxbow oxygen oyster padlock pagoda paint pajama palace palm pancake panel pantry papaya paper paprika
parade parcel parrot parsley pastel patch peacock peanut pebble pecan pegasus pelican pencil pendant
penguin pepper perfume petunia pewter phantom phoenix phone photo piano piccolo pickle picnic picture
piglet pilgrim pillar pilot pine pioneer pirate pixel pizza planet pledge plume poem polka pollen pompom
poncho pony poodle popcorn poplar poppy porch port possum potato potion pottery powder prairie pretzel
prism prize prune puddle puffin pulley pulse puma pumice pumpkin puppet purple puzzle pyramid python
quarry queen quest quiet quill quince quiver quiz rabbit raccoon radish rafter railway rainbow raisin
rampart ranch ranger rattle raven ravine recipe redwood reef relay remedy rescue rhubarb rhythm ribbon
riddle ridge rigging ripple river roast robin robot rocket rodeo roof rope rosebud rotunda rubber ruby
rudder rustle saddle safari saffron sage salad salmon salt sample sandal sapling sardine sash satchel
satin saturn saucer sauna sausage savanna sawmill scarf scepter school scooter scout scratch scribe scroll
seagull season seaweed secret seesaw sentry sequoia serene serpent sesame shadow shaker shawl sheep shelf
sherbet shield shingle shirt shovel shower shrimp shrub shuttle sieve signal silent silver siren sketch
skier skillet skunk skylark slate sled sleeve slipper slope sluice smile smith snack snail snake sneaker
snorkel snow snug soccer sofa solar sonata sorbet sorcery sorrel soup spaniel spark spatula spell sphere
sphinx spice spider spinach spiral splash sponge spoon sprite sprout spruce square squid stadium staff
stamp star statue steam stew stick stirrup storm stove straw string studio sugar sultan summit sunbeam
sundial sunset swallow swan sweater swift swim swing syrup tabby table tadpole taffy tailor tandem tankard
target tartan tassel tavern teacup teapot teddy temple tennis tent terrace thatch theater thimble thistle
thorn thread thrush thumb thunder tiara ticket tiger tile tinder tinsel tiptoe titan toffee token tomato
toolbox topaz tornado toucan tower town track trail trapeze trellis trestle trident trinket trio trolley
trophy trout truffle trumpet trunk tugboat tulip tundra tunic turkey turnip turret turtle tuxedo tweed
twig twinkle twirl twist typhoon unicorn upland urchin usher valiant valley valor vanilla vase vault
vellum velvet venture veranda verse vessel vest victory viking villa vinegar vintage violin viper vista
voice volcano voyage vulture waffle wagon wallaby walnut walrus waltz wander warrior warthog wasp water
weaver wedge weevil welcome wharf wheat whisker wicker willow window winter wisdom wizard wolf wombat
woolen worm wreath wrench wyvern yacht yard yellow yeoman yeti yodel yoga yonder yummy zebra zenith zephyr
zigzag zinc zinnia zircon zither zodiac zone zoom
"""

WORDS: tuple[str, ...] = tuple(_TEXT.split())
"""In alphabetical order; the index of a word is its ten bits."""
