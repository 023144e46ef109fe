import { ActionIcon as IconButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Tab, TabBar, tabPanelProps } from '../../../../ui/frame/TabBar.tsx'
import { addTexts } from '../../../../ui/text/i18n.ts'
import { ActionIcon } from '../../shared/action-icon.tsx'
import classes from './Panel.module.css'
import { panelEn } from './panel.en.ts'
import { isUncovered } from '../../../../ui/shortcuts/elsewhere.ts'

addTexts('panel', panelEn)

interface PanelShellProps {
  title: string
  subtitle: string
  action: string
  tabs?: readonly Tab[]
  tab?: string
  onTab?: (tab: string) => void
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}

const PREFIX = 'step'

/** The panel beside the canvas. Escape closes it except while typing. */
export function PanelShell(props: PanelShellProps) {
  const { title, subtitle, action, tabs, tab, onTab, footer, onClose, children } = props
  const { t } = useTranslation('panel')
  useHotkeys([['Escape', (event) => isUncovered(event) && onClose()]])
  const isTabbed = tabs !== undefined && tab !== undefined && onTab !== undefined
  return (
    <aside className={classes.panel} aria-label={title} data-side-panel>
      <header className={classes.head}>
        <span className={classes.tile}>
          <ActionIcon action={action} />
        </span>
        <span className={classes.words}>
          <h2 className={classes.title} title={title}>
            {title}
          </h2>
          <span className={classes.subtitle} title={subtitle}>
            {subtitle}
          </span>
        </span>
        <IconButton aria-label={t('close')} title={t('close')} onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </IconButton>
      </header>
      {isTabbed && (
        <TabBar
          label={t('tabs.label')}
          prefix={PREFIX}
          size="panel"
          tabs={tabs}
          value={tab}
          onChange={onTab}
        />
      )}
      <div
        {...(isTabbed
          ? tabPanelProps(PREFIX, tab)
          : { role: 'region', tabIndex: 0, 'aria-label': t('details') })}
        className={classes.body}
      >
        {children}
      </div>
      {footer !== undefined && <footer className={classes.foot}>{footer}</footer>}
    </aside>
  )
}

export function Section({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
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
