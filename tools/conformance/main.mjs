#!/usr/bin/env node
// Static half of the conformance check: every claimed statement is named by a test in the sources.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compare, summaryOf, tableOf, testNames, withoutJourney } from './table.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = [
  'tools/repo-checks',
  'contract',
  'playbook',
  'workflow',
  'connectors',
  'server',
  'web',
  'cli',
  'e2e',
  'testkit',
]

function* testFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* testFiles(path)
    else if (/\.(?:test|e2e|deep)\.tsx?$/.test(entry.name)) yield path
  }
}

const files = FOLDERS.flatMap((folder) => [...testFiles(join(ROOT, folder))])
const table = tableOf(ROOT)
const namesIn = (those) => those.flatMap((file) => testNames(readFileSync(file, 'utf8')))
const journeys = files.filter((file) => file.endsWith('.e2e.ts'))
const faults = [...compare(table, namesIn(files)), ...withoutJourney(table, namesIn(journeys))]
if (files.length < 50) faults.push(`only ${files.length} test files were read`)
for (const fault of faults) console.log(fault)
console.log(`${summaryOf(table.rows)}; ${files.length} test files read`)
process.exitCode = faults.length > 0 ? 1 : 0
