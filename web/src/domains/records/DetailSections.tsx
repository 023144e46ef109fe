import type { LayoutSection } from '@caseloom/contract/apps/layout'
import { IconChevronRight } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TabBar, tabPanelProps } from '../../ui/frame/TabBar.tsx'
import classes from './model/Records.module.css'

const Markdown = lazy(() =>
  import('../../ui/rich-text/Markdown.tsx').then((module) => ({ default: module.Markdown })),
)

interface DetailSectionsProps {
  layout: readonly LayoutSection[]
  /** Fields whose values were rejected: they are scrolled into view. */
  faulty?: readonly string[]
  children: (section: LayoutSection) => ReactNode
}

const FIRST = '\u0000first'

export function DetailSections({ layout, faulty = [], children }: DetailSectionsProps) {
  const { t } = useTranslation('records')
  const tabs = [...new Set(layout.map((section) => section.tab ?? FIRST))]
  const [chosen, setChosen] = useState(FIRST)
  const shown = tabs.includes(chosen) ? chosen : (tabs[0] ?? FIRST)
  const isFaulty = (section: LayoutSection) => section.fields.some((key) => faulty.includes(key))
  const refused = faulty.join(' ')
  const [looked, setLooked] = useState('')
  // New faults since the last render: one of them is scrolled into view.
  if (refused !== looked) {
    setLooked(refused)
    const places = layout.filter(isFaulty).map((section) => section.tab ?? FIRST)
    if (places[0] !== undefined && !places.includes(shown)) setChosen(places[0])
  }
  const sections = layout
    .filter((section) => (section.tab ?? FIRST) === shown)
    .map((section) => (
      <Section key={section.title} section={section} faulty={isFaulty(section)}>
        {children(section)}
      </Section>
    ))
  if (tabs.length < 2) return sections
  return (
    <>
      <TabBar
        label={t('details.tabs')}
        prefix="details"
        size="panel"
        flush
        tabs={tabs.map((key) => ({ key, label: key === FIRST ? t('details.first') : key }))}
        value={shown}
        onChange={setChosen}
      />
      <div className={classes.parts} {...tabPanelProps('details', shown)}>
        {sections}
      </div>
    </>
  )
}

interface SectionProps {
  section: LayoutSection
  faulty: boolean
  children: ReactNode
}

function Section({ section, faulty, children }: SectionProps) {
  const [unfolded, setIsOpen] = useState(section.collapsed !== true)
  const isOpen = unfolded || faulty
  return (
    <section className={classes.section} aria-label={section.title}>
      <h2 className={classes.sectionTitle}>
        {section.collapsed === true ? (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconChevronRight size={14} stroke={1.7} aria-hidden data-open={isOpen || undefined} />
            {section.title}
          </button>
        ) : (
          section.title
        )}
      </h2>
      {isOpen && section.text !== undefined && (
        <div className={classes.sectionText}>
          <Suspense fallback={null}>
            <Markdown text={section.text} />
          </Suspense>
        </div>
      )}
      {isOpen && children}
    </section>
  )
}
