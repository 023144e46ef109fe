import type { LayoutSection } from '@caseloom/contract/apps/layout'
import { IconChevronRight } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import classes from './model/Records.module.css'

const Markdown = lazy(() =>
  import('../../ui/rich-text/Markdown.tsx').then((module) => ({ default: module.Markdown })),
)

interface DetailSectionsProps {
  sections: readonly LayoutSection[]
  /** Fields whose values were rejected: their sections unfold. */
  faulty?: readonly string[]
  children: (section: LayoutSection) => ReactNode
}

export function DetailSections({ sections, faulty = [], children }: DetailSectionsProps) {
  return sections.map((section) => (
    <Section
      key={section.title}
      section={section}
      faulty={section.fields.some((key) => faulty.includes(key))}
    >
      {children(section)}
    </Section>
  ))
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
