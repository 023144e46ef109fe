import { line, read, WORLD } from './question-world.fixture.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Query } from './query.rules.ts'
import { readFurther } from './read-further.rules.ts'
import { readAlone } from './read-question.rules.ts'
import { readRecordQuestion } from './record-question.rules.ts'
import { tokensOf } from './tokens.rules.ts'

const OPEN = 'status notIn [promoted,closed]'

describe('a question about data', () => {
  it.each([
    ['high alerts that are not closed', 'alert | severity in [high] | status notIn [closed]'],
    [
      'critical alerts neither closed nor promoted',
      'alert | severity in [critical] | status notIn [closed,promoted]',
    ],
    ['open cases at least high', 'case | status notIn [closed] | severity in [high,critical,fatal]'],
    ['alerts below medium', 'alert | severity in [informational,low]'],
    [
      'closed alerts except false positives',
      'alert | status in [closed] | disposition notIn [false_positive]',
    ],
    ["carla's open alerts", `alert | assignee in [carla] | ${OPEN}`],
    ['alerts assigned to Bob or Carla', 'alert | assignee in [bob,carla]'],
    ['my alerts', 'alert | assignee in [me]'],
    ['alerts that are not mine', 'alert | assignee notIn [me]'],
    ['un-assigned alerts', 'alert | assignee empty'],
    ['cases of team Blue', 'case | team in [blue]'],
    ['cases opened by alice', 'case | created_by in [alice]'],
    [
      'cases over their SLA',
      'case | {any:[{field:acknowledge_by in [overdue]},{field:resolve_by in [overdue]}]}',
    ],
    ['open cases past their resolve target', 'case | status notIn [closed] | resolve_by in [overdue]'],
    ['alerts in the last 24h', 'alert | created_at within 24h'],
    ['alerts since monday', 'alert | created_at gte 2026-11-23T00:00:00.000Z'],
    ['alerts older than 3 days', 'alert | created_at olderThan 3d'],
    ['alerts closed yesterday', 'alert | status in [closed] | closed_at within yesterday'],
    ['alerts not updated in the last 2 days', 'alert | {not:{field:updated_at within 2d}}'],
    ['oldest open alert', `alert | ${OPEN} | sort created_at asc | limit 1`],
    ['latest 5 critical alerts', 'alert | severity in [critical] | sort created_at desc | limit 5'],
    ['how many open alerts do we have', `alert | ${OPEN} | count`],
    ['alerts per day this week', 'alert | created_at within this_week | per day'],
    ['who has the most open alerts', `alert | ${OPEN} | by assignee | most desc`],
    ['top 3 sources of alerts', 'alert | limit 3 | by source | most desc'],
    ['MTTR by severity', 'case | measure | average time_to_resolve | by severity'],
    [
      'mean time to close of high alerts last week',
      'alert | severity in [high] | closed_at within last_week | measure | average time_to_close',
    ],
    ['alerts this week compared with last week', 'alert | count | created_at: this week / last week'],
    ['alerts with T1110', 'alert | techniques startsWith T1110'],
    ['alerts with 203.0.113[.]7', 'alert | observables contains 203.0.113.7'],
    ['alerts from the mail gateway', 'alert | source in [Mail gateway]'],
    ['impossible travel alerts', 'alert | event in [impossible_travel]'],
    ['alerts in CAS-2', 'alert | case in [CAS-2]'],
    ['alerts without a case', 'alert | case empty'],
    ['cases with high alerts', 'case | {has:alert.case,where:{field:severity in [high]}}'],
    ['assets without an owner', 'asset | owner empty'],
    ['intel with a score over 80', 'observable_intel | score gt 80'],
    ['alerts about ransomware', 'alert | “ransomware”'],
    [
      'critical or unassigned alerts',
      'alert | {any:[{field:severity in [critical]},{field:assignee empty}]}',
    ],
    ['failed runs today', '$run | state in [failed] | created_at within today'],
    ["bob's tasks", '$task | assignee in [bob]'],
    ['what is waiting for me', '$approval'],
  ])('“%s” reads as a query with every word used', (question, expected) => {
    expect(read(question)).toBe(expected)
  })

  it.each([
    'alerts by country',
    'alerts with severity urgent',
    'cases in status resolved',
    'alerts assigned to kevin',
    "nora's open alerts",
    'alerts over SLA',
    'cases from the mail gateway',
    'assets with severity high',
    'vulnerabilities older than 30 days',
    'cases that were critical last week but are medium now',
    'open alerts as of last friday',
    'cases with more than 3 alerts',
    'cases with overdue tasks',
    'alerts that were reassigned more than twice',
    'high alerts that really matter',
    'alerts in triage that are closed',
    'suspicious alerts',
    'who is on call',
    'how many alerts will we get tomorrow',
    'alerts without',
    'alerts over',
    'alerts for me',
    'close all open alerts',
    'assign all open alerts to me',
  ])('“%s” is declined: not every word says something', (question) => {
    expect(read(question)).toBeNull()
  })

  it('names the words that it could not use, and what it understood', () => {
    const { nearest } = readAlone(tokensOf('open alerts with confidence over 70'), WORLD)
    expect(nearest?.unknown.map(({ text }) => text)).toContain('confidence')
    expect(nearest?.items.some(({ kind }) => kind === 'condition')).toBe(true)
  })
})

describe('the help page of Hero AI', () => {
  const page = readFileSync(new URL('../../../../../docs/help/use/hero-ai.md', import.meta.url), 'utf8')
  const examples = [...page.matchAll(/^- \*([^*]+)\*$/gm)].map(([, example]) => example ?? '')

  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(20)
  })

  it.each(examples)('gives an example that is understood: %s', (example) => {
    const tokens = tokensOf(example)
    expect(readRecordQuestion(tokens, WORLD) ?? readAlone(tokens, WORLD).query).not.toBeNull()
  })
})

describe('a follow-up question', () => {
  const chain = (...questions: string[]) =>
    questions.reduce<Query | null>((before, question) => {
      const tokens = tokensOf(question)
      return before === null ? readAlone(tokens, WORLD).query : readFurther(tokens, before, WORLD).query
    }, null)

  it.each([
    [['how many alerts yesterday', 'and today'], 'alert | created_at within today | count'],
    [['cases still open', 'which of them are mine'], 'case | status notIn [closed] | assignee in [me]'],
    [['my open cases', 'no, the unassigned ones'], 'case | status notIn [closed] | assignee empty'],
    [
      ['high alerts', 'without the closed ones', 'oldest first'],
      'alert | severity in [high] | status notIn [closed] | sort created_at asc',
    ],
    [['high alerts', 'how many is that'], 'alert | severity in [high] | count'],
    [['alerts closed yesterday', 'and today'], 'alert | status in [closed] | closed_at within today'],
    [
      ['average time to close', 'last week'],
      'alert | closed_at within last_week | measure | average time_to_close',
    ],
  ])('%j keeps what it does not change', (questions, expected) => {
    expect(line(chain(...questions))).toBe(expected)
  })

  it('is declined where a word says nothing', () => {
    expect(chain('my open cases', 'and the interesting ones')).toBeNull()
    expect(chain('high alerts', 'also the critical ones')).toBeNull()
    expect(chain('alerts of bob', 'open it')).toBeNull()
  })
})

describe('a question about one record', () => {
  const fields = (question: string) =>
    readRecordQuestion(tokensOf(question), WORLD)?.fields.map(({ key }) => key)
  it.each([
    ['summarize CAS-1', []],
    ['tell me about alr 12', []],
    ['status of CAS-2', ['status']],
    ['who opened CAS-1', ['created_by']],
    ['has anyone picked up CAS-3', ['assignee']],
    ['when was ALR-7 detected', ['detected_at']],
    ['is ALR-9 closed', ['status']],
    ['did ALR-33 turn out to be a false positive', ['disposition']],
    ['is CAS-1 within SLA', ['acknowledge_by', 'resolve_by']],
    ['severity and case of ALR-5', ['severity', 'case']],
    ['which case does ALR-5 belong to', ['case']],
    ['is ALR-5 a duplicate', ['disposition']],
  ])('“%s” asks for %j', (question, expected) => {
    expect(fields(question)).toEqual(expected)
  })

  it.each([
    'root cause of CAS-2',
    'what would you do about CAS-2',
    'total hours booked on CAS-1',
    'remind me tomorrow about CAS-1',
    'who closed ALR-9',
    'close CAS-1',
    'assignee of the case of ALR-5',
    'severity of the case of ALR-5',
    'alerts of the case of ALR-5',
    'who owns the asset of CAS-1',
    'overdue tasks of CAS-1',
    'what is high in CAS-1',
    'duplicates of ALR-5',
    'is ALR-5 a duplicate of ALR-7',
  ])('“%s” is none that a record can answer', (question) => {
    expect(fields(question)).toBeUndefined()
  })
})
