import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './SignIn.module.css'

/** A calm word before a form: what happened before one came here. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className={classes.notice} role="status">
      <IconInfoCircle size={16} stroke={1.6} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
