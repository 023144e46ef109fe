import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './proofs/SignIn.module.css'

/** What happened before the form; an alert when it blocks sign-in. */
export function Notice({ isAlert = false, children }: { isAlert?: boolean; children: ReactNode }) {
  const Icon = isAlert ? IconAlertCircle : IconInfoCircle
  return (
    <p className={classes.notice} data-alert={isAlert || undefined} role={isAlert ? 'alert' : 'status'}>
      <Icon size={16} stroke={1.6} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
