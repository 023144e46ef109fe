import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../CopyButton.tsx'
import classes from './Settings.module.css'

interface SettingsSectionProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** Description at the left, fields at the right. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  return (
    <section className={classes.section}>
      <div className={classes.about}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        {text !== undefined && <p className={classes.sectionText}>{text}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

/** An important note; `warning` for risks. */
export function Notice({ kind = 'info', children }: { kind?: 'info' | 'warning'; children: ReactNode }) {
  const Glyph = kind === 'warning' ? IconAlertTriangle : IconInfoCircle
  return (
    <div className={classes.notice} data-kind={kind}>
      <Glyph size={16} stroke={1.6} aria-hidden />
      <div>{children}</div>
    </div>
  )
}

export function CopyField({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <div className={classes.copyField}>
      <span className={classes.copyLabel}>{label}</span>
      <code className={classes.copyValue}>{value}</code>
      <CopyButton value={value} label={copy} />
    </div>
  )
}
