import { describe, expect, it } from 'vitest'
import { validatePlaybook } from './validate.ts'

type Doc = { [key: string]: unknown }

const hook: Doc = { key: 'hook', kind: 'webhook', with: { auth: 'none' } }
const load: Doc = { key: 'load', action: 'http.request', with: { url: 'https://example.com/api' } }

/** `place: message` per problem and warning of a playbook with a webhook and a request, and more steps. */
function found(steps: Doc[], more: Doc = {}): string[] {
  const result = validatePlaybook({
    playbook: 'test',
    title: 'Test',
    triggers: [hook],
    steps: [load, ...steps],
    ...more,
  })
  const issues = result.ok ? [] : result.issues
  return [...issues, ...result.warnings].map(({ path, message }) => `${path.join('.')}: ${message}`)
}

function expectOne(lines: string[], place: string, sentence: string): void {
  expect(lines.filter((line) => line.startsWith(`${place}: `) && line.includes(sentence))).not.toEqual([])
}

const inText = (text: string) =>
  found([
    { key: 'a', action: 'mail.send', after: 'load', with: { to: ['a@example.com'], subject: 'x', text } },
  ])

describe('placeholders of other products in a text', () => {
  it.each<[string, string]>([
    ['{{ trigger.body.id }}', 'write {% trigger.body.id %}'],
    ['{trigger.body.id}', 'write {% trigger.body.id %}'],
    ['Alert {{trigger.body.id}} opened', 'write {% trigger.body.id %}'],
    ['${trigger.body.id}', 'write {% trigger.body.id %}'],
    ['${{ trigger.body.id }}', 'write {% trigger.body.id %}'],
    ['#{trigger.body.id}', 'write {% trigger.body.id %}'],
    ['@{trigger.body.id}', 'write {% trigger.body.id %}'],
    ['<<trigger.body.id>>', 'write {% trigger.body.id %}'],
    ['<%= trigger.body.id %>', 'write {% trigger.body.id %}'],
    ['[[trigger.body.id]]', 'write {% trigger.body.id %}'],
    ['={{ trigger.body.id }}', 'write {% trigger.body.id %}'],
    ['trigger.body.id', 'write {% trigger.body.id %}'],
    ['=trigger.body.id', 'write {% trigger.body.id %}'],
    ['$trigger.body.id', 'write {% trigger.body.id %}'],
    ['steps.load.output.body', 'write {% steps.load.output.body %}'],
    ['{{ steps.load.output.status }}', 'write {% steps.load.output.status %}'],
    ['{{ trigger.body.name | lower }}', 'write {% $lowercase(trigger.body.name) %}'],
    ['{{ trigger.body.name | upcase | trim }}', 'write {% $trim($uppercase(trigger.body.name)) %}'],
    [
      '{{ trigger.body.name | default("none") }}',
      'write {% trigger.body.name ? trigger.body.name : "none" %}',
    ],
    ['{{ trigger.body.list | join(", ") }}', 'write {% $join(trigger.body.list, ", ") %}'],
    ['{{ trigger.body.name | url_encode }}', 'write {% $encodeUrlComponent(trigger.body.name) %}'],
    ['{{ trigger.body.name | pluralize }}', 'isn’t filled in'],
    ['{{ $json.id }}', 'write a path such as'],
    ['{{ $json["body"].id }}', 'write a path such as'],
    ['{{ $node["HTTP Request"].json.id }}', 'write {% steps.httpRequest.output.id %}'],
    ["{{ $('Load').item.json.id }}", 'write {% steps.load.output.id %}'],
    ['{{ $input.first().json.id }}', 'isn’t filled in'],
    ['${{ TRIGGER.id }}', 'write {% trigger.body.id %}'],
    ['${{ ACTIONS.load.result.body }}', 'write {% steps.load.output.body %}'],
    ['${{ SECRETS.api.KEY }}', 'isn’t filled in'],
    ['${incident.id}', 'isn’t filled in'],
    ["@{triggerBody()?['id']}", 'isn’t filled in'],
    ['{{ trigger.headers.x-request-id }}', 'write {% trigger.headers.`x-request-id` %}'],
    ['{{ alert.id }}', 'for a value, write a path'],
    ['{{ name }}', 'for a value, write a path'],
    ['{% trigger.body.a %} and {{ trigger.body.b }}', 'write {% trigger.body.b %}'],
  ])('%s', (text, sentence) => {
    expectOne(inText(text), 'steps.1.with.text', sentence)
  })

  it('are replaced one and all by the fix, which is then clean', () => {
    const text = 'Alert {{ trigger.body.id }} of {trigger.body.name | upper} ({% trigger.body.type %})'
    const result = validatePlaybook({
      playbook: 'test',
      title: 'Test',
      triggers: [hook],
      steps: [{ key: 'a', action: 'data.template', with: { text } }],
    })
    const fix = result.ok ? undefined : result.issues[0]?.fix
    expect(fix).toBe(
      'Alert {% trigger.body.id %} of {% $uppercase(trigger.body.name) %} ({% trigger.body.type %})',
    )
    expect(inText(fix ?? '')).toEqual([])
  })

  it.each([
    'Use {braces} and { "json": [1, 2] } as you like',
    '{"a": {"b": 1}, "c": [["d"]]}',
    'if (x < 3 && y > 4) << 2',
    '<html><body style="a{b:c}">Body</body></html>',
    'Price: $5 (US$)',
    '{% "{{ trigger.body.id }}" %}',
    'See trigger.body.id in the documentation',
    'https://example.com/trigger.body',
    '{{}}',
    '$(pwd) ${HOME}',
  ])('are not seen in %s', (text) => {
    expect(inText(text)).toEqual([])
  })
})

describe('expressions in another language', () => {
  const inExpression = (source: string) =>
    found([{ key: 'a', action: 'data.transform', after: 'load', with: { value: `{% ${source} %}` } }])

  it.each<[string, string]>([
    ['trigger.body.a == "x"', 'Write = to compare'],
    ['trigger.body.a === "x"', 'Write = to compare'],
    ['trigger.body.a !== "x"', 'Write !='],
    ['trigger.body.a <> "x"', 'Write !='],
    ['trigger.body.a && trigger.body.b', 'Write and'],
    ['trigger.body.a || "none"', 'for a default value'],
    ['!trigger.body.a', 'Write $not('],
    ['not trigger.body.a', 'Write $not('],
    ['trigger.body.a not in ["x"]', 'Write $not('],
    ['trigger.body?.a', 'Write . instead of ?.'],
    ['trigger.body->a', 'Write . between'],
    ['trigger.body.a | lower', 'Filters after | don’t exist'],
    ['trigger.body.a if trigger.body.b else "c"', 'condition ? value : otherValue'],
    ['if trigger.body.a', 'condition ? value : otherValue'],
    ['for x in trigger.body.list', 'Expressions have no loops'],
    ['endif', 'Unknown name "endif"'],
    ['set x = 1', 'Jinja’s statements'],
    ['const x = 1', '$name := value'],
    ['return trigger.body.a', 'Leave out "return"'],
    ['trigger.body.a is none', '$exists(path)'],
    ['trigger.body.a is "x"', 'Write = or !='],
    ['trigger.body.a contains "x"', 'Write $contains('],
    ['trigger.body.a matches /x/', 'regular expression'],
    ['trigger.body.a like "x%"', 'regular expression'],
    ['f"Alert {trigger.body.a}"', 'Join parts with &'],
    ['trigger.body.a;', 'doesn’t end with ";"'],
    ['= trigger.body.a', 'doesn’t start with "="'],
    ['trigger.body.a ** 2', 'Write $power('],
    ['trigger.body.a += 1', 'changes nothing'],
    ['$map(trigger.body.list, x => x.a)', 'function($x)'],
    ['$map(trigger.body.list, function(x) { x.a })', 'Names of parameters start with $'],
    ['{{ trigger.body.a }}', 'already mark an expression'],
    ['${trigger.body.a}', 'already mark an expression'],
    ['"Alert " + trigger.body.a', 'write & to join text'],
    ['"5" * trigger.body.a', '$number('],
    ['trigger.body.a.toLowerCase()', 'write $lowercase('],
    ['trigger.body.a.includes("x")', 'write $contains('],
    ['trigger.body.list.push(1)', 'write $append('],
    ['trigger.body.a.startsWith("x")', 'write $contains('],
    ['$now().toISOString()', 'write $fromMillis('],
    ['len(trigger.body.list)', 'write $count('],
    ['lowercase(trigger.body.a)', 'did you mean "$lowercase(…)"?'],
    ['now()', 'did you mean "$now(…)"?'],
    ['lowercas(trigger.body.a)', 'did you mean "$lowercase(…)"?'],
    ['JSON.stringify(trigger.body)', 'write $string('],
    ['IF(trigger.body.a, 1, 2)', 'condition ? value : otherValue'],
    ['$lower(trigger.body.a)', 'write $lowercase('],
    ['$len(trigger.body.a)', 'write $count('],
    ['$lowercse(trigger.body.a)', 'did you mean "$lowercase"?'],
    ['$json.id', 'write trigger.body'],
    ['$node["A"].json.id', 'write steps.KEY.output'],
    ['$("A").item.json.id', 'There is no function $('],
    ['$trigger.body.id', 'write trigger without $'],
    ['$env.KEY', 'use an asset'],
    ['True', 'write true'],
    ['None', 'write null'],
    ['undefined', '$exists(path)'],
    ['`Alert ${trigger.body.a}`', 'Unknown name'],
    ['body.id', 'write trigger.body'],
    ['event.id', 'write trigger'],
    ['record.fields.title', 'write trigger.record'],
    ['incident.owner', 'write trigger.record.fields.NAME'],
    ['secrets.KEY', 'secrets are in assets'],
    ['Trigger.body.id', 'did you mean "trigger"?'],
    ['step.load.output', 'did you mean "steps"?'],
    ['steps.laod.output', 'did you mean "load"?'],
    ['steps.load.body', 'Use steps.load.output.body'],
    ['item.id', 'only steps inside a For each step'],
    ['trigger["body"]["id"]', 'write .body'],
    ['steps["load"].output', 'write .load'],
    ['$sum(trigger.body.list', 'Expected ")"'],
    ['"no end', 'matching quote'],
  ])('%s', (source, sentence) => {
    expectOne(inExpression(source), 'steps.1.with.value', sentence)
  })

  it.each([
    '$lowercase(trigger.body.a) & " " & $string(trigger.body.n + 1)',
    'trigger.body.list[type = "x"].name',
    'trigger.body.list[0].(name & "-" & id)',
    '$map(trigger.body.list, function($x) { $x.a = "==" ? "a && b" : "!x" })',
    'trigger.body.a ?? "none"',
    '($f := function($a) { $a & "" }; $f("|"))',
    'trigger.headers.`x-id`',
    '$not(trigger.body.a in ["x", "y"]) and trigger.body.b != null',
    'trigger.body.a.$trim().$split(",")[-1]',
    '$exists(trigger.body.length) ? trigger.body.length : $count(trigger.body.list)',
  ])('are not seen in %s', (source) => {
    expect(inExpression(source)).toEqual([])
  })
})

describe('conditions without their marks', () => {
  it.each<[string, string]>([
    ['trigger.body.level > 5', 'write {% trigger.body.level > 5 %}'],
    ['{{ trigger.body.ok }}', 'write {% trigger.body.ok %}'],
    ['steps.load.output.status = 200', 'write {% steps.load.output.status = 200 %}'],
    ['true and so on', 'must be a single expression'],
  ])('%s', (when, sentence) => {
    const lines = found([
      { key: 'a', action: 'data.transform', with: { value: 1 }, after: [{ step: 'load', when }] },
    ])
    expectOne(lines, 'steps.1.after.0.when', sentence)
  })
})

describe('scripts that can’t run', () => {
  const inScript = (code: string) =>
    found([{ key: 'a', action: 'code.script', after: 'load', with: { code } }])

  it.each<[string, string]>([
    ['return {', 'Unexpected token (line 1'],
    ['const a = ;\nreturn a', 'line 1, column 11'],
    ['const a = 1\nconst a = 2', 'already been declared'],
    ['return "text', 'Unterminated string'],
    ['def run(input):\n    return input', 'This looks like Python'],
    ['import json\nprint(json.dumps(input))', 'This looks like Python'],
    ['for x in input:\n  print(x)', 'This looks like Python'],
    ['import fs from "node:fs"', 'can’t import'],
    ['export default 1', 'can’t import'],
    ['const a: string = input.a\nreturn a', 'types of TypeScript'],
    ['interface A { b: string }\nreturn 1', 'types of TypeScript'],
    ['echo "$INPUT"', 'shell script'],
    ['return {% trigger.body %}', 'must be a fixed value'],
    ['return {{ trigger.body.id }}.x.{', 'Unexpected token'],
  ])('%j', (code, sentence) => {
    expectOne(inScript(code), 'steps.1.with.code', sentence)
  })

  it.each([
    'return `${input.a} {{ x }} ${"trigger.body"}`',
    'await null\nfor await (const x of []) console.log(x)',
    'const f = async ({ a, ...b }) => a ?? b?.c\nreturn f(input)',
    'return /(?<n>a)/v.exec("a")?.groups.n',
    'if (input) { return 1 } // def x():',
  ])('are not seen in %j', (code) => {
    expect(inScript(code)).toEqual([])
  })

  it('are read without falling over, however deep they are', () => {
    expect(
      inScript(`return ${'['.repeat(40_000)}`).every((line) => line.startsWith('steps.1.with.code')),
    ).toBe(true)
  })
})
