import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { useEffect, useRef, useState } from 'react'
import type { Problems, ProblemsAnswer, ProblemsQuestion } from './problems.worker.ts'

const PAUSE_MS = 150
const NONE: Problems = { issues: [], warnings: [] }

/** Validates the draft in a worker while it is edited; outdated results are dropped. */
export function useProblems(document: JsonObject, actions: readonly ActionView[] | undefined): Problems {
  const [problems, setProblems] = useState(NONE)
  const worker = useRef<Worker | null>(null)
  const asked = useRef(0)
  useEffect(() => {
    const thread = new Worker(new URL('./problems.worker.ts', import.meta.url), { type: 'module' })
    thread.addEventListener('message', ({ data }: MessageEvent<ProblemsAnswer>) => {
      const { id, ...found } = data
      if (id === asked.current) setProblems((before) => (isSame(before, found) ? before : found))
    })
    worker.current = thread
    return () => thread.terminate()
  }, [])
  useEffect(() => {
    if (actions !== undefined) ask(worker.current, { kind: 'actions', actions })
  }, [actions])
  useEffect(() => {
    // Without the tenant's actions, every connector would be unknown.
    if (actions === undefined) return
    const timer = setTimeout(() => {
      asked.current += 1
      ask(worker.current, { kind: 'check', id: asked.current, document })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [document, actions])
  return problems
}

function ask(worker: Worker | null, question: ProblemsQuestion): void {
  worker?.postMessage(question)
}

function isSame(a: Problems, b: Problems): boolean {
  const isAsLong = a.issues.length === b.issues.length && a.warnings.length === b.warnings.length
  return isAsLong && JSON.stringify(a) === JSON.stringify(b)
}
