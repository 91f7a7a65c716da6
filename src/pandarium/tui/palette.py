"""Colour themes: lacquer, lantern light and gold by night, rice paper and ink by day.

Terminals with sixteen colours, or asked for none (NO_COLOR), get themes made of their own colours: matching the nearest
of sixteen would turn gold into red.
"""

from __future__ import annotations

from textual.theme import Theme

GOLD_BY_NIGHT = "#d7af5f"
GOLD_BY_DAY = "#875f00"

NIGHT = Theme(
    name="night",
    primary=GOLD_BY_NIGHT,
    secondary="#87af5f",
    accent="#d75f00",
    warning="#ffaf00",
    error="#d75f5f",
    success="#87af5f",
    foreground="#e8dcc0",
    background="#1b1210",
    surface="#211613",
    panel="#2e1f1a",
    dark=True,
    variables={
        "block-cursor-background": GOLD_BY_NIGHT,
        "block-cursor-foreground": "#1b1210",
        "block-cursor-blurred-background": "#5f4a2a",
        "block-hover-background": "#3a2a20",
        "footer-background": "#2e1f1a",
        "footer-key-foreground": GOLD_BY_NIGHT,
        "footer-description-foreground": "#c8b898",
        "scrollbar": "#6b543a",
        "scrollbar-background": "#211613",
        "turn-background": GOLD_BY_NIGHT,
        "turn-foreground": "#1b1210",
        "wait-background": "#43291f",
        "wait-foreground": "#e8dcc0",
        "faint": "#a08a68",
    },
)

DAY = Theme(
    name="day",
    primary=GOLD_BY_DAY,
    secondary="#5f8700",
    accent="#af3f00",
    warning="#af5f00",
    error="#af0000",
    success="#5f8700",
    foreground="#2a221c",
    background="#f5ecd7",
    surface="#efe4ca",
    panel="#e4d6b6",
    dark=False,
    variables={
        "block-cursor-background": GOLD_BY_DAY,
        "block-cursor-foreground": "#fff8e6",
        "block-cursor-blurred-background": "#d9c59a",
        "block-hover-background": "#e4d6b6",
        "footer-background": "#e4d6b6",
        "footer-key-foreground": GOLD_BY_DAY,
        "footer-description-foreground": "#4a3c30",
        "scrollbar": "#b59f74",
        "scrollbar-background": "#efe4ca",
        "turn-background": GOLD_BY_DAY,
        "turn-foreground": "#fff8e6",
        "wait-background": "#d9c59a",
        "wait-foreground": "#2a221c",
        "faint": "#7a6648",
    },
)


def _sixteen(name: str, ink: str, paper: str, gold: str, dark: bool) -> Theme:
    return Theme(
        name=name,
        ansi=True,
        primary=gold,
        secondary="ansi_green",
        accent="ansi_red",
        warning=gold,
        error="ansi_red",
        success="ansi_green",
        foreground=ink,
        background=paper,
        surface=paper,
        panel=paper,
        boost=paper,
        dark=dark,
        variables={
            "ansi-background": paper,
            "ansi-foreground": ink,
            "block-cursor-background": gold,
            "block-cursor-foreground": paper,
            "block-cursor-blurred-background": gold,
            "block-cursor-blurred-foreground": paper,
            "block-hover-background": paper,
            "footer-background": paper,
            "footer-foreground": ink,
            "footer-key-foreground": gold,
            "footer-description-foreground": ink,
            "footer-description-background": paper,
            "footer-item-background": paper,
            "border": gold,
            "border-blurred": ink,
            "scrollbar": gold,
            "scrollbar-hover": gold,
            "scrollbar-active": gold,
            "scrollbar-background": paper,
            "scrollbar-background-hover": paper,
            "scrollbar-background-active": paper,
            "text": ink,
            "text-muted": ink,
            "text-disabled": ink,
            "markdown-h2-color": gold,
            "turn-background": gold,
            "turn-foreground": paper,
            "wait-background": paper,
            "wait-foreground": ink,
            "faint": ink,
        },
    )


NIGHT_16 = _sixteen("night-16", "ansi_white", "ansi_black", "ansi_yellow", dark=True)
DAY_16 = _sixteen("day-16", "ansi_black", "ansi_bright_white", "ansi_blue", dark=False)

THEMES = (NIGHT, DAY, NIGHT_16, DAY_16)


def theme_name(day: bool, few_colors: bool) -> str:
    """Which theme that makes."""
    return f"{'day' if day else 'night'}{'-16' if few_colors else ''}"
