// What is wired to which pin of the chess board (boards/rp2040/board.hpp).

export const WIRING = {
    rows: [2, 3, 4, 5, 6, 7, 8, 9],                 // row r is rank r + 1
    columns: [10, 11, 12, 13, 14, 15, 16, 17],      // column c is file c
    buttons: [18, 19, 20, 21],
    buttonNames: ['PLAY', 'HINT', 'MENU', 'PAUSE'],
    led: 25,
    chain: 28,
    /** Place in the chain of a square's LED: rank 1 from a to h, rank 2 from h to a, and so on. */
    place: (square) => (square >> 3) % 2 === 0 ? square : square ^ 7,
};
