import type { FieldValues } from '@caseloom/contract/records/records'

/** A made-up case: its records are found again by the key. */
export interface DemoCase {
  key: string
  at: Date
  fields: FieldValues
}

const HOUR = 3_600_000

/** Three cases in different states of work, with tasks, observables and running clocks. */
export function demoCases(now: Date, analysts: readonly [string, ...string[]]): DemoCase[] {
  const [first, second = first, third = second] = analysts
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR)
  const ahead = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString()
  const making = { first, second, third, ago, ahead }
  return [invoiceFraud(making), credentialDumping(making), leakedToken(making)]
}

interface Making {
  first: string
  second: string
  third: string
  ago(hours: number): Date
  ahead(hours: number): string
}

function invoiceFraud({ first, second, third, ago, ahead }: Making): DemoCase {
  return {
    key: 'demo:case:1',
    at: ago(5),
    fields: {
      title: 'Invoice fraud with a lookalike of the customer portal',
      severity: 'high',
      status: 'in_progress',
      assignee: first,
      tasks: [
        { title: 'Block the lookalike domain', state: 'done', assignee: first },
        {
          title: 'Find everyone who opened the email',
          state: 'doing',
          assignee: first,
          due: ahead(3),
          required: true,
        },
        {
          title: 'Reset the passwords of those who entered one',
          assignee: second,
          due: ahead(20),
          required: true,
        },
        { title: 'Notify the customers', assignee: third, due: ahead(48) },
      ],
      observables: [
        { kind: 'domain', value: 'invoice-portal.example', tlp: 'green', ioc: true, sighted: true },
        { kind: 'url', value: 'https://invoice-portal.example/login', ioc: true },
        { kind: 'email', value: 'billing@invoice-portal.example', ioc: true },
        { kind: 'ipv4', value: '203.0.113.44', note: 'Host of the lookalike' },
        { kind: 'subject', value: 'Your overdue invoice' },
      ],
    },
  }
}

function credentialDumping({ first, second, ago, ahead }: Making): DemoCase {
  return {
    key: 'demo:case:2',
    at: ago(30),
    fields: {
      title: 'Credential dumping tool on two servers',
      severity: 'critical',
      status: 'in_progress',
      assignee: second,
      tasks: [
        { title: 'Isolate srv-db-02', state: 'done', assignee: second, required: true },
        { title: 'Take memory images', state: 'blocked', assignee: second, due: ahead(-2), required: true },
        {
          title: 'Reset the passwords of service accounts',
          assignee: first,
          due: ahead(6),
          required: true,
        },
      ],
      observables: [
        {
          kind: 'sha256',
          value: '5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5',
          ioc: true,
          sighted: true,
        },
        { kind: 'host', value: 'srv-db-02', sighted: true },
        { kind: 'path', value: 'C:\\Windows\\Temp\\svc.exe' },
        { kind: 'domain', value: 'update-check.example', ioc: true },
      ],
    },
  }
}

function leakedToken({ ago }: Making): DemoCase {
  return {
    key: 'demo:case:3',
    at: ago(1),
    fields: {
      title: 'Token of a build server in a public repository',
      severity: 'medium',
      status: 'new',
      tasks: [{ title: 'Revoke the token', required: true }, { title: 'Review the log of its use' }],
      observables: [
        { kind: 'user', value: 'svc-build' },
        { kind: 'domain', value: 'paste.example' },
      ],
    },
  }
}
