import { describe, expect, it } from 'vitest'
import { asksForChange } from './commands.rules.ts'
import type { Subject } from './subject.rules.ts'
import { tokensOf } from './tokens.rules.ts'

const app = (names: string[][]): Subject => ({
  kind: 'app',
  id: names.join(),
  key: names[0]?.[0] ?? '',
  name: names[0]?.[0] ?? '',
  acronym: 'ALR',
  names,
  fields: [],
  closed: [],
  status: null,
  assignee: null,
  timeField: 'created_at',
  titleField: 'title',
})
const WORLD = { subjects: [app([['alert']]), app([['case']])] }
const asks = (question: string) => asksForChange(tokensOf(question), WORLD)

describe('requests for a change', () => {
  it.each([
    'set ALR-14 to closed',
    'close ALR-14',
    'Please close all low alerts',
    'could you reopen CAS-1?',
    'ok, assign ALR-3 to bob',
    'i want you to delete ALR-7',
    'i need to escalate ALR-7',
    'move CAS-2 into contained',
    'mark ALR-39 as false positive',
    'change the severity of ALR-2 to high',
    'update CAS-3',
    'merge ALR-1 into ALR-2',
    'block 203.0.113.242',
    'isolate wks-fin-07',
    'make ALR-4 critical',
    'give ALR-5 to Carla',
    'raise it to high',
    'tag ALR-9 with vip',
    'add a comment to CAS-1',
    'run the github playbook',
    'show open alerts and close them',
    'list alerts of Bob, then assign them to me',
    'send the list of open cases to bob',
    'open a case for ALR-12',
    'create a new alert about phishing',
    'export all alerts as csv',
  ])('includes “%s”', (question) => {
    expect(asks(question)).toBe(true)
  })

  it.each([
    'show closed alerts',
    'open ALR-14',
    'is ALR-14 set to closed',
    'cases close to breaching',
    'close to breaching cases',
    'resolve by of CAS-1',
    'update on CAS-1',
    'changes of CAS-1',
    'run 12',
    'runs that failed today',
    'give me all alerts in triage',
    'send me the open cases',
    'make me a report of high alerts',
    'make a report of cases by owner',
    'which alerts did bob close and assign',
    'how many alerts did we close this week',
    'assigned to me',
    'unassigned alerts and cases',
    'alerts that block',
    'take me to the alert overview',
    'open the case of ALR-12',
    'open alerts',
    'create a report of open cases',
    'write a short summary of CAS-1',
    'draft a filter for critical alerts',
  ])('doesn’t include “%s”', (question) => {
    expect(asks(question)).toBe(false)
  })
})
