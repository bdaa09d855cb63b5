"""A program as a model writes it, against what it is shown."""

from program.program import bank__invoices, bank__note, bank__pay, now, random


async def pay() -> float:
    for invoice in await bank__invoices():
        await bank__pay({"to": invoice["from"], "cents": invoice["cents"]})
    await bank__pay({"to": "a"})  # pyright: ignore[reportArgumentType]
    await bank__note({"line": 1})  # pyright: ignore[reportArgumentType]
    return await now() + await random()
