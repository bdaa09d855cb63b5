"""What a host is to do about each tool of `specs`: what the worker says, or the strictest that its rules may say."""

EXPECTED = {
    "m__runs": "runs",
    "m__asks": "asks",
    "m__asks_above": "asks",
    "m__denies_above": "is not there",
    "m__blocked": "is not there",
    "m__not_granted": "is not there",
}
