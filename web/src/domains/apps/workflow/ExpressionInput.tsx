import { Textarea } from '@mantine/core'
import { useState } from 'react'
import classes from './WhenEditor.module.css'

interface ExpressionInputProps {
  label: string
  value: string
  onChange: (expression: string) => void
  note?: string
}

/** JSONata as text; a finished expression goes into the rule, an empty one doesn't. */
export function ExpressionInput({ label, value, onChange, note }: ExpressionInputProps) {
  const [text, setText] = useState(value)
  const [stored, setStored] = useState(value)
  if (stored !== value) {
    setStored(value)
    if (value !== text.trim()) setText(value)
  }
  return (
    <Textarea
      label={label}
      description={note}
      className={classes.mono ?? ''}
      spellCheck={false}
      autosize
      minRows={1}
      maxRows={8}
      maxLength={4_000}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value
        setText(next)
        if (next.trim() !== '') onChange(next.trim())
      }}
      onBlur={() => text.trim() === '' && setText(value)}
    />
  )
}
