"""Lets Schemathesis read JSON Lines."""

import json

import schemathesis


@schemathesis.deserializer("application/jsonl")
def lines(ctx, response):
    return [json.loads(line) for line in response.text.split("\n") if line]
