// Nine Cells (bench/server/games/nine) on boardgame.io's own server: the peer of the server benchmark.
//
//   node --expose-gc server.js PORT memory|flatfile|postgres [FOLDER or URL]
//
// Its modules are looked up through NODE_PATH, so that nothing is installed beside this file.
'use strict';

const { Server, FlatFile } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const CELLS = 9;
const ROUNDS = 1000;
const LINE_POINTS = 3;
const LUCKY_POINTS = 1;
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

const drawLucky = (random, seats) => Array.from({ length: seats }, () => random.Die(CELLS) - 1);

function roundPoints(G, seat) {
  const lines = LINES.filter((line) => line.every((cell) => G.owners[cell] === seat)).length;
  return lines * LINE_POINTS + (G.owners[G.lucky[seat]] === seat ? LUCKY_POINTS : 0);
}

function endRound(G, random) {
  G.scores = G.scores.map((score, seat) => score + roundPoints(G, seat));
  G.shown = G.lucky;
  G.round += 1;
  if (G.round > ROUNDS) {
    G.lucky = [];
    return;
  }
  G.owners = Array(CELLS).fill(null);
  G.lucky = drawLucky(random, G.scores.length);
}

const Nine = {
  name: 'nine',
  minPlayers: 2,
  maxPlayers: 4,
  setup: ({ ctx, random }) => ({
    round: 1,
    owners: Array(CELLS).fill(null),
    lucky: drawLucky(random, ctx.numPlayers),
    shown: [],
    scores: Array(ctx.numPlayers).fill(0),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    claim: ({ G, random, playerID }, number) => {
      if (!Number.isInteger(number) || number < 1 || number > CELLS || G.owners[number - 1] !== null) {
        return INVALID_MOVE;
      }
      G.owners[number - 1] = Number(playerID);
      if (!G.owners.includes(null)) endRound(G, random);
    },
  },
  endIf: ({ G }) => {
    if (G.round <= ROUNDS) return undefined;
    const best = Math.max(...G.scores);
    return { winners: G.scores.flatMap((score, seat) => (score === best ? [seat] : [])), scores: G.scores };
  },
  // The same that view.py shows: everything but the others' lucky cells.
  playerView: ({ G, playerID }) => ({
    you: playerID === null || playerID === undefined ? null : Number(playerID),
    round: G.round,
    rounds: ROUNDS,
    board: G.owners,
    players: G.scores.map((score, seat) => ({
      lucky: String(seat) === playerID && G.lucky.length ? G.lucky[seat] + 1 : null,
      shown: G.shown.length ? G.shown[seat] + 1 : null,
      cells: G.owners.filter((owner) => owner === seat).length,
      score,
    })),
  }),
};

function storage(kind, place) {
  if (kind === 'flatfile') return new FlatFile({ dir: place });
  if (kind === 'postgres') {
    const { PostgresStore } = require('bgio-postgres');
    return new PostgresStore(place, { logging: false });
  }
  return undefined; // in memory: what the server does by itself
}

const [port, kind, place] = process.argv.slice(2);
// Memory is read after a collection, so that garbage is not counted.
process.on('SIGUSR2', () => global.gc && global.gc());
Server({ games: [Nine], db: storage(kind, place), origins: [/localhost/] }).run(Number(port));
