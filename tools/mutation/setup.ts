// Runs before each file of tests: takes up which mutant is on, and notes which ones its tests reach.
import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, vi } from 'vitest'

/** Turns of loops that a test may take while a mutant is on: more is taken for endless. */
const MAX_TURNS = 3_000_000

interface Switch {
  file: string
  id: number
  turns: number
  reached: Set<string>
  on(file: string, id: number): boolean
  turn(): void
}

declare global {
  var __mutation: Switch
}

const folder = process.env['CASELOOM_MUTATION_FOLDER'] ?? ''
// Written by the tool that started this run.
const chosen = JSON.parse(readFileSync(`${folder}/mutant.json`, 'utf8')) as { file: string; id: number }
const isRecording = chosen.id < 0
// Without a mutant, a slow test is one on a busy machine.
if (isRecording) vi.setConfig({ testTimeout: 60_000 })

globalThis.__mutation = {
  ...chosen,
  turns: 0,
  reached: new Set(),
  on(file, id) {
    if (isRecording) this.reached.add(`${file} ${id}`)
    return id === this.id && file === this.file
  },
  turn() {
    if (!isRecording && ++this.turns > MAX_TURNS) throw new Error('A loop doesn’t end')
  },
}

/** What runs while modules load is evaluated once for all mutants: no test can distinguish them. */
let loaded: string[] = []
beforeAll(() => {
  loaded = [...globalThis.__mutation.reached]
  globalThis.__mutation.reached.clear()
})
afterAll(() => {
  if (!isRecording) return
  const test = expect.getState().testPath ?? ''
  const line = JSON.stringify({ test, reached: [...globalThis.__mutation.reached], loaded })
  appendFileSync(`${folder}/reached.txt`, `${line}\n`)
})
