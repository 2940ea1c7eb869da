"""Runs the Python tests of one folder and prints one line a test, for tools/test to read.

    ok NAME SECONDS / FAILED NAME SECONDS / skipped NAME REASON

What a failed test has to say goes to stderr. Usage: run_unittests.py FOLDER PATTERN [NAME_PATTERN]
"""

import fnmatch
import sys
import time
import traceback
import unittest


def flatten(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from flatten(item)
        else:
            yield item


class Reporter(unittest.TestResult):
    """A test with subtests fails once."""

    def startTest(self, test):
        super().startTest(test)
        self.started, self.bad, self.skip_reason = time.monotonic(), False, None

    def _problem(self, test, error):
        self.bad = True
        print(f"--- {test.id()}\n{''.join(traceback.format_exception(*error))}", file=sys.stderr, flush=True)

    def addError(self, test, err):
        super().addError(test, err)
        if isinstance(test, unittest.TestCase):
            self._problem(test, err)
        else:       # a class or module that could not be set up
            print(f"--- {test}\n{''.join(traceback.format_exception(*err))}", file=sys.stderr, flush=True)
            print(f"FAILED {str(test).replace(' ', '_')} 0.0", flush=True)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._problem(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._problem(subtest, err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.skip_reason = reason
        if not isinstance(test, unittest.TestCase) or not hasattr(self, "started"):
            print(f"skipped {test} {reason}", flush=True)

    def stopTest(self, test):
        super().stopTest(test)
        seconds = time.monotonic() - self.started
        name = test.id()
        if self.skip_reason is not None:
            print(f"skipped {name} {self.skip_reason}", flush=True)
        else:
            print(f"{'FAILED' if self.bad else 'ok'} {name} {seconds:.1f}", flush=True)


def main() -> int:
    folder, pattern = sys.argv[1], sys.argv[2]
    wanted = sys.argv[3] if len(sys.argv) > 3 else "*"
    tests = list(flatten(unittest.TestLoader().discover(folder, pattern=pattern, top_level_dir=folder)))
    chosen = [test for test in tests if fnmatch.fnmatch(test.id(), f"*{wanted}*")]
    print(f"total {len(chosen)}", flush=True)
    result = Reporter()
    unittest.TestSuite(chosen).run(result)
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
