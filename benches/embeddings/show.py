"""Prints the nearest tools of `neighbors.json`, and fails if the first of one is not the expected one."""

import json
import sys

EXPECTED = {
    "mail::send_email": "chat::post_message",
    "weather::get_forecast": "weather::current_conditions",
    "calendar::create_event": "calendar::list_events",
    "bank::transfer_money": "bank::get_balance",
}


def main(path):
    names = {}
    artifact = json.load(open(path))["artifact"]
    wrong = 0
    for qualified, overloads in artifact.items():
        for buckets in overloads.values():
            near = [(score, f"{namespace}::{name}") for namespace, (neighbors, _) in buckets.items() for name, _, score in neighbors]
            near.sort(reverse=True)
            names[qualified] = near
    for qualified, near in names.items():
        best = ", ".join(f"{name} {score:.2f}" for score, name in near[:3])
        expected = EXPECTED.get(qualified)
        is_right = expected is None or near[0][1] == expected
        wrong += not is_right
        print(f"{qualified}: {best}" + ("" if is_right else f"   (expected {expected})"))
    sys.exit(1 if wrong else 0)


main(sys.argv[1])
