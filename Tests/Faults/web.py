"""web.py HUB PORT-FILE: serves a hub over HTTP with any password, and writes its port to a file."""
import base64
import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

hub, port_file = sys.argv[1:]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        kind, _, secret = self.headers.get("Authorization", "").partition(" ")
        if kind != "Basic":
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="hub"')
            return self.end_headers()
        path, _, query = self.path.partition("?")
        length = self.headers.get("Content-Length", "0")
        variables = {
            "REMOTE_USER": base64.b64decode(secret).decode().partition(":")[0],
            "REMOTE_ADDR": "127.0.0.1",
            "REQUEST_METHOD": self.command,
            "SERVER_PROTOCOL": "HTTP/1.0",
            "PATH_INFO": path.removeprefix("/hub"),
            "QUERY_STRING": query,
            "CONTENT_LENGTH": length,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "HTTP_GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
        }
        answer = subprocess.run(
            ["teachkit", "hub", "serve", hub, "--web"],
            input=self.rfile.read(int(length)),
            stdout=subprocess.PIPE,
            env=dict(os.environ, **{key: text for key, text in variables.items() if text}),
        ).stdout
        head, _, body = answer.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        self.send_response(int(fields.pop("Status", "200").split()[0]))
        for field in fields.items():
            self.send_header(*field)
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open(port_file + ".new", "w") as file:
    file.write(f"{server.server_port}\n")
os.rename(port_file + ".new", port_file)
server.serve_forever()
