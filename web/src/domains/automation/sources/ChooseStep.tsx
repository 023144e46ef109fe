import type { SourceCategory, SourceEntry } from '@caseloom/playbook/source-mapping/source-entry'
import { SOURCE_CATEGORIES } from '@caseloom/playbook/source-mapping/source-entry'
import { SOURCES, searchSources } from '@caseloom/playbook/source-mapping/sources'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Content, PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { SearchField } from '../../../ui/list-page/SearchField.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import { NEW_DRAFT } from './connect-draft.ts'
import { NextCard } from './NextCard.tsx'
import { PasteCard } from './PasteCard.tsx'
import classes from './Sources.module.css'
import { Steps } from './Steps.tsx'
import type { DraftState } from './useConnectDraft.ts'

export function ChooseStep({ state }: { state: DraftState }) {
  const { t } = useTranslation('sources')
  const [typed, setTyped] = useState('')
  const [category, setCategory] = useState<SourceCategory | null>(null)
  const found = searchSources(typed).filter((one) => category === null || one.category === category)
  const isNarrowed = typed.trim() !== '' || category !== null
  const choose = (entry: SourceEntry) => {
    const text = JSON.stringify(entry.sample, null, 2)
    const { key, name, auth } = entry
    state.change({ ...NEW_DRAFT, stage: 'map', source: key, name, text, auth, app: state.draft.app })
  }
  return (
    <PageFrame>
      <PageBar title={t('title')} actions={<Steps stage="choose" />} />
      <Content fill="canvas">
        <div className={classes.choose}>
          <section className={classes.sources}>
            <form
              className={classes.search}
              onSubmit={(event) => {
                event.preventDefault()
                if (found[0] !== undefined && isNarrowed) choose(found[0])
              }}
            >
              <SearchField
                label={t('choose.search', { count: SOURCES.length })}
                value={typed}
                onChange={setTyped}
                className={classes.searchField}
              />
              <Categories category={category} onChange={setCategory} />
            </form>
            <SourceList found={found} isNarrowed={isNarrowed} onChoose={choose} />
          </section>
          <aside className={classes.beside}>
            <PasteCard state={state} />
            <NextCard />
          </aside>
        </div>
      </Content>
    </PageFrame>
  )
}

interface CategoriesProps {
  category: SourceCategory | null
  onChange: (next: SourceCategory | null) => void
}

function Categories({ category, onChange }: CategoriesProps) {
  const { t } = useTranslation('sources')
  return (
    <span className={classes.categories} role="group" aria-label={t('choose.category')}>
      {[null, ...SOURCE_CATEGORIES].map((one) => (
        <button
          key={one}
          type="button"
          className={classes.category}
          aria-pressed={one === category}
          onClick={() => onChange(one)}
        >
          {one === null ? t('choose.all') : t(`choose.categories.${one}`)}
        </button>
      ))}
    </span>
  )
}

interface SourceListProps {
  found: readonly SourceEntry[]
  /** Then Enter chooses the first. */
  isNarrowed: boolean
  onChoose: (entry: SourceEntry) => void
}

function SourceList({ found, isNarrowed, onChoose }: SourceListProps) {
  const { t } = useTranslation('sources')
  if (found.length === 0) return <p className={classes.quiet}>{t('choose.none')}</p>
  return (
    <ul className={classes.grid} aria-label={t('choose.list')}>
      {found.map((entry, at) => (
        <li key={entry.key}>
          <button
            type="button"
            className={classes.source}
            data-first={(isNarrowed && at === 0) || undefined}
            onClick={() => onChoose(entry)}
          >
            <CategoryIcon category={entry.category} />
            <span className={classes.sourceWords}>
              <span className={classes.sourceName}>{entry.name}</span>
              <span className={classes.quiet}>
                {t(`choose.categories.${entry.category}`)} · {t(`setup.way.${entry.key}`)}
              </span>
            </span>
            {isNarrowed && at === 0 && <Kbd keys="↵" />}
          </button>
        </li>
      ))}
    </ul>
  )
}
