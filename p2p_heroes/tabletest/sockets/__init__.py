"""The same scripts over real sockets: nodes with TLS on 127.0.0.1, and files in a temporary folder."""
