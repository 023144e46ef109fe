import { ActionIcon as IconButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionIcon } from './action-icon.tsx'
import classes from './Automation.module.css'

interface PanelProps {
  title: string
  /** Key and action, in mono. */
  subtitle: string
  action: string
  onClose: () => void
  children: ReactNode
}

/** The panel at the right of the canvas: what is selected, to read. */
export function Panel({ title, subtitle, action, onClose, children }: PanelProps) {
  const { t } = useTranslation('automation')
  useHotkeys([['Escape', onClose]])
  return (
    <aside className={classes.panelAside} aria-label={title}>
      <header className={classes.panelHeader}>
        <span className={classes.panelTile}>
          <ActionIcon action={action} />
        </span>
        <span className={classes.panelWords}>
          <h2 className={classes.panelTitle} title={title}>
            {title}
          </h2>
          <span className={classes.panelSubtitle} title={subtitle}>
            {subtitle}
          </span>
        </span>
        <IconButton aria-label={t('panel.close')} title={t('panel.close')} onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </IconButton>
      </header>
      <div className={classes.panelBody} tabIndex={0} role="region" aria-label={t('panel.details')}>
        {children}
      </div>
    </aside>
  )
}

/** A titled part of a panel. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.panelSection}>
      <h3 className={classes.sectionTitle}>{title}</h3>
      {children}
    </section>
  )
}

/** A fact in a panel: the label above its value. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <span className={classes.factLabel}>{label}</span>
      <div className={classes.factValue}>{children}</div>
    </div>
  )
}
