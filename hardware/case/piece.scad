// A cup under a piece for a disc magnet, open below. Unproven: nobody has printed it. All in mm.
magnet = 10;        // diameter
height = 3;         // of the magnet
floor_below = 0.6;  // between magnet and board; counts in docs/WIRING.md's "below it"
foot = 28;          // diameter of the piece
play = 0.3;

$fn = 96;
difference() {
    cylinder(d = foot, h = floor_below + height + 1.2);
    translate([0, 0, floor_below]) cylinder(d = magnet + play, h = height + 2);
}
