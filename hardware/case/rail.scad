// A rail that carries a strip under the top: a plate with posts at the strip's holes and windows for sensors, LEDs and connectors.
// Unproven: nobody has printed it. All in mm; the numbers of the board are those of hardware/strip_board.py.
pitch = 50;
width = 400;
depth = 30;
middle = 10.4;          // line of the squares' middles, from the board's edge
led_line = 15.9;
holes = [100, 200, 300];
holes_line = 4.6;
connectors = [43, 343];     // the ribbons', 34 mm long, on the strip's back
gap = 4;                // from the plate to the strip: its connectors' pins are 3 long
plate = 1.6;

$fn = 48;
difference() {
    union() {
        cube([width, depth, plate]);
        for (x = holes) translate([x, holes_line, 0]) cylinder(d = 8, h = plate + gap);
    }
    for (x = holes) translate([x, holes_line, -1]) cylinder(d = 2.8, h = plate + gap + 2);     // a screw of 3 mm cuts its thread
    for (x = connectors) translate([x - 18, -1, -1]) cube([36, 12, plate + 2]);
    for (i = [0 : 7]) {
        translate([pitch * (i + 0.5), led_line, -1]) cylinder(d = 12, h = plate + 2);
        translate([pitch * i + 5, middle - 4, -1]) cube([24, 8, plate + 2]);
    }
}
