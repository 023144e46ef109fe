import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { jsonOf } from './schema-values.ts'
import type { InputFrame } from './input-frame.ts'

interface JsonEditorProps extends InputFrame {
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
}

/** Invalid JSON stays as typed. */
export function JsonEditor({ value, onChange, ...rest }: JsonEditorProps) {
  const [typed, setTyped] = useState(() => ({ text: textOf(value), value }))
  // An external value replaces the text; the editor's own output keeps its whitespace.
  const text = JSON.stringify(typed.value) === JSON.stringify(value) ? typed.text : textOf(value)
  return (
    <Textarea
      {...rest}
      autosize
      minRows={3}
      maxRows={16}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--cl-mono)', fontSize: 12 } }}
      value={text}
      onChange={(event) => {
        const next = jsonOf(event.currentTarget.value)
        setTyped({ text: event.currentTarget.value, value: next })
        onChange(next)
      }}
    />
  )
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
