import type { ReactNode } from 'react'
import classes from './Automation.module.css'

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.panelSection}>
      <h3 className={classes.sectionTitle}>{title}</h3>
      {children}
    </section>
  )
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <span className={classes.factLabel}>{label}</span>
      <div className={classes.factValue}>{children}</div>
    </div>
  )
}
