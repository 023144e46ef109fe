import type { JsonValue } from '@caseloom/contract/kernel/json'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** What is right, as QUESTIONS.md says; its conditions are read by `match-query.ts`. */
const Plain = z.looseObject({
  decline: z.boolean().optional(),
  declineOk: z.boolean().optional(),
  app: z.union([z.string(), z.array(z.string())]).optional(),
  where: z.array(z.unknown()).optional(),
  sort: z.tuple([z.union([z.string(), z.array(z.string())]), z.enum(['asc', 'desc'])]).optional(),
  limit: z.number().optional(),
  maybeLimit: z.number().optional(),
  measure: z.looseObject({ fn: z.string(), field: z.string().optional() }).optional(),
  group: z.union([z.string(), z.array(z.string())]).optional(),
  step: z.string().optional(),
  period: z.looseObject({ field: z.union([z.string(), z.array(z.string())]), within: z.string() }).optional(),
  compareWith: z.looseObject({ within: z.string() }).optional(),
  value: z.unknown().optional(),
  record: z.union([z.string(), z.array(z.string())]).optional(),
  asks: z.array(z.string()).optional(),
  answer: z.union([z.string(), z.array(z.string())]).optional(),
  dashboard: z.string().optional(),
  workspace: z.string().optional(),
  page: z.union([z.string(), z.array(z.string())]).optional(),
  trigger: z.union([z.string(), z.array(z.string())]).optional(),
  steps: z.array(z.array(z.string())).optional(),
  mustMention: z.array(z.string()).optional(),
  why: z.string().optional(),
})
export type Expectation = z.infer<typeof Plain>

export const Question = z.looseObject({
  id: z.string(),
  q: z.string(),
  kind: z.string(),
  after: z.string().optional(),
  expect: z.union([z.strictObject({ anyOf: z.array(Plain) }), Plain]),
})
export type Question = z.infer<typeof Question>

export function readQuestions(file: string): Question[] {
  const json: JsonValue = JSON.parse(readFileSync(file, 'utf8'))
  return z.array(Question).parse(json)
}

/** Every expectation of a question: each of them is right. */
export function expectationsOf({ expect, kind }: Question): Expectation[] {
  if (kind === 'decline') return [{ decline: true }]
  return 'anyOf' in expect && Array.isArray(expect.anyOf)
    ? z.array(Plain).parse(expect.anyOf)
    : [Plain.parse(expect)]
}
