import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { Playbook } from './document.ts'
import { moveComments, printDocument, readDocument } from './document-text.ts'

const TEXT = `# The intake of the second line

# Who reads it: on-call
playbook: intake # never renamed
title: Intake
triggers:
  # One per repository
  - key: hook # its address is set in GitHub
    kind: webhook
    with:
      auth: none
steps:
  # Severity comes as a word
  - key: normalize
    action: data.transform
    with:
      # as the field wants it
      value: "{% $lowercase(trigger.body.severity) %}" # may be missing
  - key: each
    action: flow.forEach
    with:
      items: "{% trigger.body.hosts %}"
    # inside of the loop
    steps:
      # a host a turn
      - key: look
        action: http.request
        with:
          url: https://a.test # the stub
          headers:
            a/b~c: x # a name with signs
          tries:
            - 1
            # the second
            - 2
            # no third
# no one reads this
`

function documentOf(text: string): JsonObject {
  const read = readDocument(text)
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return read.value as JsonObject // the texts above are objects
}

describe('the text of a document', () => {
  it('comes back with each of its comments at its place', () => {
    const document = documentOf(TEXT)
    const printed = printDocument(document)
    for (const comment of TEXT.match(/# .*/g) ?? []) expect(printed).toContain(comment)
    expect(printed.split('\n').find((line) => line.includes('may be missing'))).toContain('$lowercase')
    expect(printed).toMatch(/# a host a turn\n *- key: look/)
    expect(printed).toMatch(/# the second\n *- 2/)
    expect(documentOf(printed)).toEqual(document)
    expect(printDocument(documentOf(printed))).toBe(printed)
  })

  it('has no comments in its values, and is a playbook with them', () => {
    const { canvas, ...rest } = documentOf(TEXT)
    expect(JSON.stringify(rest)).not.toContain('#')
    expect(canvas).toMatchObject({ comments: { 'steps/look/with/url': { after: ' the stub' } } })
    expect(Playbook.safeParse(documentOf(TEXT)).error).toBeUndefined()
  })

  it('takes comments out of the document with the text, and keeps what else is on the canvas', () => {
    const document = {
      ...documentOf(TEXT),
      canvas: { folded: ['each'], comments: { title: { after: ' x' } } },
    }
    expect(printDocument(document)).toContain('title: Intake # x')
    const plain = printDocument(document).replace(' # x', '')
    expect(documentOf(plain)['canvas']).toEqual({ folded: ['each'] })
    expect('canvas' in documentOf('title: a\n')).toBe(false)
  })

  it('brings its comments along in JSON, too', () => {
    const document = documentOf(TEXT)
    expect(documentOf(JSON.stringify(document, null, 2))).toEqual(document)
  })

  it('keeps the comments of a step that is somewhere else now, and drops those of one that is gone', () => {
    const document = documentOf(TEXT)
    const [normalize, each] = document['steps'] as JsonObject[] // two steps stand above
    const moved = printDocument({
      ...document,
      steps: [{ ...each, steps: [...((each?.['steps'] ?? []) as JsonObject[]), normalize ?? {}] }],
    })
    expect(moved).toMatch(/# Severity comes as a word\n *- key: normalize/)
    expect(moved).toContain('# may be missing')
    expect(printDocument({ ...document, steps: [normalize ?? {}] })).not.toContain('# the stub')
  })

  it('gives comments another place with the key, and takes them away', () => {
    const document = documentOf(TEXT)
    const renamed = moveComments(document, 'steps/look', 'steps/ask')
    expect(JSON.stringify(renamed['canvas'])).toContain('steps/ask/with/url')
    expect(JSON.stringify(renamed['canvas'])).not.toContain('steps/look/')
    const gone = moveComments(document, 'steps/look', null)
    expect(JSON.stringify(gone['canvas'])).not.toContain('the stub')
    expect(JSON.stringify(gone['canvas'])).toContain('may be missing')
    expect(moveComments(document, 'steps/nope', null)).toBe(document)
  })

  it('writes a stored comment as a comment, whatever is in it', () => {
    const value = { title: 'x', canvas: { comments: { title: { above: 'a\nb: 1\n\nc: 2', after: 4 } } } }
    expect(documentOf(printDocument(value))).toMatchObject({ title: 'x' })
    expect(Object.keys(documentOf(printDocument(value)))).toEqual(['title', 'canvas'])
    expect(printDocument({ title: 'x', canvas: { comments: 'no' } })).toBe('title: x\n')
  })
})
