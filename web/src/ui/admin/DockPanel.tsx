import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './DockPanel.module.css'
import { isUncovered } from '../shortcuts/elsewhere.ts'

/** The panel docks at the right: the list shrinks and folds columns, nothing is covered. */
export function Docked({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.split}>
      <div className={classes.main}>{children}</div>
      {panel}
    </div>
  )
}

interface DockPanelProps {
  title: string
  subtitle?: ReactNode
  glyph?: ReactNode
  actions?: ReactNode
  /** A `TabBar` of size panel. */
  tabs?: ReactNode
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}

export function DockPanel({
  title,
  subtitle,
  glyph,
  actions,
  tabs,
  footer,
  onClose,
  children,
}: DockPanelProps) {
  const { t } = useTranslation('ui')
  // A dialog or menu above the panel closes first.
  useHotkeys([['Escape', (event) => isUncovered(event) && onClose()]])
  return (
    <aside className={classes.panel} aria-label={title}>
      <header className={classes.header}>
        {glyph}
        <div className={classes.words}>
          <h2 className={classes.title} title={title}>
            {title}
          </h2>
          {subtitle !== undefined && <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        {actions}
        <ActionIcon aria-label={t('close')} title={t('close')} onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </header>
      {tabs}
      <div className={classes.body}>{children}</div>
      {footer !== undefined && <footer className={classes.footer}>{footer}</footer>}
    </aside>
  )
}

interface PanelSectionProps {
  title: string
  end?: ReactNode
  children: ReactNode
}

export function PanelSection({ title, end, children }: PanelSectionProps) {
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionTitle}>{title}</h3>
        {end}
      </div>
      {children}
    </section>
  )
}

export function FactList({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
