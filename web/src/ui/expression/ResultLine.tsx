import { IconCornerDownRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Expression.module.css'

interface ResultLineProps {
  kind?: 'error' | 'warning' | undefined
  children: ReactNode
}

/** What an expression gives, or why it gives nothing, behind a corner arrow under its input. */
export function ResultLine({ kind, children }: ResultLineProps) {
  return (
    <p className={classes.preview} data-kind={kind}>
      <IconCornerDownRight size={12} stroke={1.7} aria-hidden />
      {children}
    </p>
  )
}

interface ResultValueProps {
  /** The expression with what it read, where that says more. */
  given?: string | undefined
  /** The value in a few characters. */
  value: string
  type: string
}

export function ResultValue({ given, value, type }: ResultValueProps) {
  return (
    <ResultLine>
      {given !== undefined && (
        <>
          <span className={classes.previewGiven} title={given}>
            {given}
          </span>
          <span aria-hidden>→</span>
        </>
      )}
      <span className={classes.previewValue} title={value}>
        {value}
      </span>
      <span className={classes.previewType}>{type}</span>
    </ResultLine>
  )
}
