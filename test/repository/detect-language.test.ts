import { expect, it } from 'vitest'
import { detectLanguage } from '../../src/repository/detect-language.ts'

const named = (path: string, text = '') => detectLanguage(path, text, text)?.name ?? null

it.each([
  ['a/b.py', 'Python'],
  ['a.PY', 'Python'],
  ['src/a.ts', 'TypeScript'],
  ['a.d.ts', 'TypeScript'],
  ['a.tsx', 'TSX'],
  ['a.mjs', 'JavaScript'],
  ['main.go', 'Go'],
  ['lib.rs', 'Rust'],
  ['A.java', 'Java'],
  ['a.kt', 'Kotlin'],
  ['a.c', 'C'],
  ['a.h', 'C'],
  ['a.hpp', 'C++'],
  ['a.cs', 'C#'],
  ['a.php', 'PHP'],
  ['a.rb', 'Ruby'],
  ['a.swift', 'Swift'],
  ['a.sql', 'SQL'],
  ['a.md', 'Markdown'],
  ['a.yml', 'YAML'],
  ['a.json', 'JSON'],
  ['a.html', 'HTML'],
  ['a.ipynb', 'Jupyter Notebook'],
  ['a.html.erb', 'HTML+ERB'],
  ['a.ex', 'Elixir'],
  ['a.sol', 'Solidity'],
  ['a.pp', 'Puppet'],
  ['a.1', 'Roff Manpage'],
  ['Makefile', 'Makefile'],
  ['sub/Dockerfile', 'Dockerfile'],
  ['Gemfile', 'Ruby'],
  ['go.mod', 'Go Module'],
  ['CMakeLists.txt', 'CMake'],
  ['notes.txt', 'Text'],
  ['LICENSE', 'Text'],
  ['no-ending', null],
  ['a.whatever', null],
])('%s is %s by its name', (path, language) => {
  expect(named(path)).toBe(language)
})

it.each([
  ['tool', '#!/usr/bin/env python3.12\n', 'Python'],
  ['tool', '#!/usr/bin/env -S node --no-warnings\n', 'JavaScript'],
  ['tool', '#! /bin/sh -e\n', 'Shell'],
  ['tool.cgi', '#!/usr/bin/perl -w\n', 'Perl'],
  ['tool', '# -*- mode: ruby -*-\n', 'Ruby'],
  ['tool', '# -*- coding: utf-8; mode: python -*-\n', 'Python'],
  ['tool', '/* -*- C++ -*- */\n', 'C++'],
  ['a.h', '// vim: set ft=cpp :\n', 'C++'],
  ['tool', 'text\n# vim: ts=2 ft=python\n', 'Python'],
  ['a.h', '#pragma once\nnamespace a {\n', 'C++'],
  ['a.h', '#import <Foundation/Foundation.h>\n@interface A\n', 'Objective-C'],
  ['a.h', '#include <stdio.h>\nint f(void);\n', 'C'],
  ['a.m', '#import "A.h"\n@implementation A\n', 'Objective-C'],
  ['a.m', '% Sums.\nfunction y = f(x)\n', 'MATLAB'],
  ['a.pl', ':- use_module(library(lists)).\nparent(a, b).\n', 'Prolog'],
  ['a.pl', 'use strict;\nmy $x = 1;\n', 'Perl'],
  ['a.v', 'module top(input clk);\nendmodule\n', 'Verilog'],
  ['a.v', 'Theorem t : True.\nProof. exact I. Qed.\n', 'Rocq Prover'],
  ['a.ts', '<?xml version="1.0"?>\n<TS>\n', 'XML'],
  ['a.rs', 'fn main() {}\n', 'Rust'],
])('%s with %j is %s', (path, text, language) => {
  expect(named(path, text)).toBe(language)
})

it('says what kind of language it is', () => {
  expect(['a.py', 'a.html', 'a.md', 'a.json'].map((path) => detectLanguage(path, '', '')?.type)).toEqual([
    'programming',
    'markup',
    'prose',
    'data',
  ])
})
