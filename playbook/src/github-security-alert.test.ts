import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import type { Playbook } from './document.ts'
import { createRun } from './interpreter.ts'
import type { Command } from './run-types.ts'
import { evaluateTrigger, type TriggerVerdict } from './trigger.ts'
import { validatePlaybook } from './validate.ts'
import { parseText } from './yaml.ts'

type Example = { name: string; examples: { [key: string]: JsonValue }[] }
const examples: Example[] = createRequire(import.meta.url)('@octokit/webhooks-examples')

function load(): Playbook {
  const text = readFileSync(new URL('./fixtures/github-security-alert.yaml', import.meta.url), 'utf8')
  const parsed = parseText(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues))
  const checked = validatePlaybook(parsed.value)
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues, null, 1))
  return checked.playbook
}

const playbook = load()

function delivery(event: string, body: JsonValue, id = 'd-1'): { [key: string]: JsonValue } {
  return { headers: { 'x-github-event': event, 'x-github-delivery': id }, body, query: {}, method: 'POST' }
}

async function upsertOf(event: string, body: JsonValue): Promise<Command & { kind: 'effect' }> {
  const trigger = delivery(event, body)
  const run = createRun(playbook, { run: { id: 'run', startedAt: 0 }, trigger })
  const advance = await run.advance([])
  const [command] = advance.commands
  if (command?.kind !== 'effect') throw new Error(JSON.stringify(advance.end))
  return command
}

async function fieldsOf(event: string, body: JsonValue) {
  const { input } = await upsertOf(event, body)
  const { raw, ...set } = input.set as { [key: string]: JsonValue }
  return { ...(input.match as object), ...set, rawIsBody: raw === body }
}

describe('the GitHub security alert playbook', () => {
  it('starts 13 runs for 5 alerts out of the 329 example payloads and filters 316 with a reason', async () => {
    const verdicts: { event: string; body: JsonValue; verdict: TriggerVerdict }[] = []
    for (const { name, examples: bodies } of examples) {
      for (const body of bodies) {
        const id = `delivery-${verdicts.length}`
        verdicts.push({
          event: name,
          body,
          verdict: await evaluateTrigger(playbook, 'github', delivery(name, body, id)),
        })
      }
    }
    expect(verdicts).toHaveLength(329)
    const matched = verdicts.filter(({ verdict }) => 'match' in verdict && verdict.match)
    expect(matched).toHaveLength(13)
    expect(matched.map(({ verdict }) => 'dedup' in verdict && verdict.dedup)).toContain('delivery-23')
    const reasons = verdicts.flatMap(({ verdict }) =>
      'match' in verdict && !verdict.match ? [verdict.reason] : [],
    )
    expect(reasons).toHaveLength(316)
    expect(new Set(reasons)).toEqual(
      new Set([
        'The condition $contains(trigger.headers.`x-github-event`, /_alert$/) and $exists(trigger.body.alert) is false',
      ]),
    )
    const upserts = await Promise.all(matched.map(({ event, body }) => upsertOf(event, body)))
    expect(new Set(upserts.map(({ input }) => JSON.stringify(input.match)))).toEqual(
      new Set([
        '{"source_ref":"code_scanning_alert:Codertocat/Hello-World:10"}',
        '{"source_ref":"dependabot_alert:octocat/hello-world:1"}',
        '{"source_ref":"dependabot_alert:wolfy1339/pika-pack:20"}',
        '{"source_ref":"repository_vulnerability_alert:Codertocat/Hello-World:7649605"}',
        '{"source_ref":"repository_vulnerability_alert:Codertocat/Hello-World:91095730"}',
      ]),
    )
  })

  it('maps each kind of alert to the fields of the Alert record', async () => {
    const first = (event: string, index = 0): JsonValue =>
      examples.find(({ name }) => name === event)?.examples[index] ?? null
    expect(await fieldsOf('code_scanning_alert', first('code_scanning_alert'))).toMatchInlineSnapshot(`
      {
        "detected_at": "2020-07-22T14:06:31Z",
        "event": "code_scanning_alert",
        "rawIsBody": true,
        "repository": "Codertocat/Hello-World",
        "severity": "low",
        "source": "github",
        "source_ref": "code_scanning_alert:Codertocat/Hello-World:10",
        "source_url": "https://github.com/Codertocat/Hello-World/security/code-scanning/10",
        "state": "open",
        "title": "Add the frozen_string_literal comment to the top of files to help transition to frozen string literals by default.",
      }
    `)
    expect(await fieldsOf('dependabot_alert', first('dependabot_alert', 1))).toMatchInlineSnapshot(`
      {
        "detected_at": "2023-06-24T13:57:12Z",
        "event": "dependabot_alert",
        "rawIsBody": true,
        "repository": "wolfy1339/pika-pack",
        "severity": "medium",
        "source": "github",
        "source_ref": "dependabot_alert:wolfy1339/pika-pack:20",
        "source_url": "https://github.com/wolfy1339/pika-pack/security/dependabot/20",
        "state": "open",
        "title": "semver vulnerable to Regular Expression Denial of Service",
      }
    `)
    expect(
      await fieldsOf('repository_vulnerability_alert', first('repository_vulnerability_alert')),
    ).toMatchInlineSnapshot(`
      {
        "detected_at": "2021-03-01T01:23:45Z",
        "event": "repository_vulnerability_alert",
        "rawIsBody": true,
        "repository": "Codertocat/Hello-World",
        "severity": "medium",
        "source": "github",
        "source_ref": "repository_vulnerability_alert:Codertocat/Hello-World:91095730",
        "state": "open",
        "title": "Vulnerable dependency rack (CVE-2018-16470)",
      }
    `)
    expect(
      await fieldsOf('repository_vulnerability_alert', first('repository_vulnerability_alert', 3)),
    ).toMatchObject({
      state: 'dismissed',
      source_ref: 'repository_vulnerability_alert:Codertocat/Hello-World:7649605',
    })
  })

  it('sets the status only when the record is created', async () => {
    const { input } = await upsertOf('x_alert', { alert: { number: 1 }, repository: { full_name: 'a/b' } })
    expect(input.create).toEqual({ status: 'new' })
    expect(input.set).not.toHaveProperty('status')
  })

  const repository = { full_name: 'acme/shop' }
  it.each([
    [{ rule: { severity: 'error', security_severity_level: 'critical' } }, 'critical'],
    [{ rule: { severity: 'error', security_severity_level: null } }, 'high'],
    [{ rule: { severity: 'none' } }, 'informational'],
    [{ rule: { severity: 'warning' } }, 'medium'],
    [{ security_advisory: { severity: 'high' }, security_vulnerability: { severity: 'low' } }, 'low'],
    [{ security_advisory: { severity: 'CRITICAL' } }, 'critical'],
    [{ severity: 'moderate' }, 'medium'],
    [{ severity: 'something new' }, 'medium'],
    [{ secret_type: 'aws_key' }, 'high'],
    [{ secret_type: 'aws_key', validity: 'active' }, 'critical'],
    [{}, 'medium'],
  ])('reads the severity of %j as %s', async (alert, severity) => {
    const fields = await fieldsOf('secret_scanning_alert', { alert: { number: 3, ...alert }, repository })
    expect(fields).toMatchObject({ severity, source_ref: 'secret_scanning_alert:acme/shop:3' })
  })

  it('names a secret, a rule or the number when there is no better title', async () => {
    const title = async (alert: JsonValue) =>
      (await fieldsOf('secret_scanning_alert', { alert, repository })) as { title?: string }
    expect(
      (await title({ number: 3, secret_type: 'aws_key', secret_type_display_name: 'AWS key' })).title,
    ).toBe('Exposed secret: AWS key')
    expect((await title({ number: 3, rule: { description: null, name: 'js/eval' } })).title).toBe('js/eval')
    expect((await title({ number: 3 })).title).toBe('GitHub alert 3')
    expect((await title({ id: 4, affected_package_name: 'rack' })).title).toBe('Vulnerable dependency rack')
  })

  it('fails the run instead of matching anything when an alert has no number', async () => {
    const run = createRun(playbook, {
      run: { id: 'run', startedAt: 0 },
      trigger: delivery('code_scanning_alert', { alert: {}, repository }),
    })
    const { end, commands } = await run.advance([])
    expect(commands).toEqual([])
    expect(end).toMatchObject({ state: 'failed', error: { code: 'step.missing_value' } })
  })
})
