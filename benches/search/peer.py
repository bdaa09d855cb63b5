"""The same search by rank_bm25: tools and questions as tests/search.rs writes them.

usage: peer.py POOL.json
"""

import json
import re
import sys
import time

from rank_bm25 import BM25L, BM25Okapi, BM25Plus


def by_words(text):
    return re.findall(r"\w+", text.lower())


def by_parts(text):
    """Words split at underscores, dots and capitals, too."""
    text = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text)
    return re.findall(r"[^\W_]+", text.lower())


def main():
    pool = json.load(open(sys.argv[1], encoding="utf-8"))
    names = [tool["name"] for tool in pool["tools"]]
    texts = [
        " ".join([tool["name"], tool["description"], *tool["arguments"]])
        for tool in pool["tools"]
    ]
    for split in (by_words, by_parts):
        for kind in (BM25Okapi, BM25Plus, BM25L):
            index = kind([split(text) for text in texts])
            hits, wanted, seconds = {1: 0, 5: 0}, 0, 0.0
            for question in pool["questions"]:
                started = time.perf_counter()
                scores = index.get_scores(split(question["text"]))
                best = scores.argsort(kind="stable")[::-1][:5]
                seconds += time.perf_counter() - started
                found = [names[at] for at in best]
                wanted += len(question["names"])
                for k in hits:
                    hits[k] += sum(name in found[:k] for name in question["names"])
            shares = {k: hits[k] / wanted for k in hits}
            each = 1e3 * seconds / len(pool["questions"])
            print(
                f"{kind.__name__}, {split.__name__}: first {shares[1]:.4f}, "
                f"among the first five {shares[5]:.4f}, {each:.2f} ms each"
            )


main()
