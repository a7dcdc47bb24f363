"""The program around `protocol`: network, disk, players, interfaces and commands.

Above stands what may import what is below it (`lint-imports` holds that; see pyproject.toml):

    cli, commands    what is typed at a shell
    report           a game as a page, from its audit
    ui, bench        line mode and the full screen; measurements
    doctor, past     why nobody is found; games that are over
    seat             one seat of one table: driver, bots, journals, coming back
    net, store       links, lobby and discovery; files of a player
    language         texts, and their translations
"""
