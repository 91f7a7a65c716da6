"""Importing this module makes every game known to Gymnasium and PettingZoo: `pandarium/Royale-v0` and so on."""

from __future__ import annotations

from pandarium.core.registry import names
from pandarium.learn.extras import missing

try:
    import gymnasium
    import pettingzoo
except ImportError as error:
    raise missing("learn", error) from None


def env_id(game: str) -> str:
    """What a game is called there.

    >>> env_id("royale")
    'pandarium/Royale-v0'
    """
    return f"pandarium/{game.title().replace('_', '')}-v0"


def register() -> None:
    """Register every game that there is; again where some were mounted since."""
    for name in names():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                env_id(name),
                entry_point="pandarium.learn.env:PandariumEnv",
                vector_entry_point="pandarium.learn.vector:vector_env",
                kwargs={"game": name},
            )
        for kind, registry in (("aec", pettingzoo.aec_registry), ("parallel", pettingzoo.parallel_registry)):
            if env_id(name) not in registry:
                maker = "env" if kind == "aec" else "parallel_env"
                pettingzoo.register(
                    kind, env_id(name), f"pandarium.learn.pettingzoo_env:{maker}", kwargs={"game": name}
                )


register()
