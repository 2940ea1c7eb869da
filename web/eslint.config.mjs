// The rules for all JavaScript and TypeScript of the repository. tools/checks/style.py runs them from its root.
import js from '@eslint/js';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
    js.configs.recommended,
    ts.configs.recommended,
    {files: ['**/*.mjs'], languageOptions: {globals: globals.node}},
    {files: ['web/src/**', 'web/measure.mjs', 'web/pictures.mjs', 'host_tests/web/*.mjs'], languageOptions: {globals: globals.browser}},
);
