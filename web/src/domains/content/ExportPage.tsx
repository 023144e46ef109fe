import { ContentKind } from '@caseloom/contract/content/content-kinds'
import { type ContentItem, type ContentRef, type previewPackage } from '@caseloom/contract/content/packages'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { foldText } from '@caseloom/contract/values/normalize-text'
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Centred, Content, FilterBar, PageBar, PageFrame } from '../../ui/frame/Frame.tsx'
import { PageFailure } from '../../ui/frame/PageFailure.tsx'
import { PageLoading } from '../../ui/frame/PageLoading.tsx'
import { SearchField } from '../../ui/list-page/SearchField.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { contentEn } from './content.en.ts'
import { itemsQuery, previewQuery } from './content.queries.ts'
import classes from './Content.module.css'
import { ExportSide } from './ExportSide.tsx'

addTexts('content', contentEn)

const nameOf = ({ kind, key }: ContentRef) => `${kind}/${key}`

/** Chooses what a package holds, shows what comes along and what is wrong, and exports it. */
export function ExportPage() {
  const { t } = useTranslation('content')
  const scope = useTenantScope()
  const query = useQuery(itemsQuery(scope.tenantId))
  useBreadcrumbs([{ label: t('title'), to: paths.content(scope) }])
  usePageTitle(t('out.title'), t('title'))
  if (query.data !== undefined) return <ExportScreen items={query.data} />
  if (!query.isError) return <PageLoading kind="record" />
  return (
    <PageFailure
      title={t('out.load')}
      error={describeError(query.error)}
      onRetry={() => void query.refetch()}
    />
  )
}

type Closure = RouteReply<typeof previewPackage>

function ExportScreen({ items }: { items: readonly ContentItem[] }) {
  const { t } = useTranslation('content')
  const { tenantId } = useTenantScope()
  const [chosen, setChosen] = useState<ContentRef[]>([])
  const preview = useQuery(previewQuery(tenantId, chosen))
  const closure = chosen.length === 0 ? undefined : preview.data
  const toggle = ({ kind, key }: ContentItem) =>
    setChosen((before) => {
      const others = before.filter((one) => nameOf(one) !== nameOf({ kind, key }))
      return others.length < before.length ? others : [...before, { kind, key }]
    })
  return (
    <PageFrame>
      <PageBar title={t('out.title')} beside={closure !== undefined && <Counts closure={closure} />} />
      <Content>
        {items.length === 0 ? (
          <Centred>
            <EmptyState title={t('out.none')} text={t('out.noneText')} />
          </Centred>
        ) : (
          <div className={classes.columns}>
            <Choices items={items} chosen={chosen} closure={closure} onToggle={toggle} />
            <ExportSide
              chosen={chosen}
              preview={closure}
              error={chosen.length > 0 && preview.isError ? preview.error : null}
              isChecking={preview.isFetching}
            />
          </div>
        )}
      </Content>
    </PageFrame>
  )
}

function Counts({ closure: { items } }: { closure: Closure }) {
  const { t } = useTranslation('content')
  const added = items.filter(({ why }) => why !== null).length
  return (
    <span className={classes.quiet} role="status">
      {t('out.summary', { count: items.length, added })}
    </span>
  )
}

interface ChoicesProps {
  items: readonly ContentItem[]
  chosen: readonly ContentRef[]
  closure: Closure | undefined
  onToggle: (item: ContentItem) => void
}

function Choices({ items, chosen, closure, onToggle }: ChoicesProps) {
  const { t } = useTranslation('content')
  const [words, setWords] = useState('')
  const wanted = foldText(words.trim())
  return (
    <section className={classes.main} aria-label={t('out.choose')}>
      <FilterBar>
        <SearchField type="search" label={t('out.find')} value={words} onChange={setWords} />
      </FilterBar>
      {ContentKind.options.map((kind) => {
        const shown = items.filter((item) => item.kind === kind && foldText(item.title).includes(wanted))
        return (
          shown.length > 0 && (
            <div key={kind}>
              <h2 className={classes.group}>{t(`groups.${kind}`)}</h2>
              <ul className={classes.list}>
                {shown.map((item) => (
                  <Choice
                    key={item.key}
                    item={item}
                    isChosen={chosen.some((one) => nameOf(one) === nameOf(item))}
                    closure={closure}
                    onToggle={onToggle}
                  />
                ))}
              </ul>
            </div>
          )
        )
      })}
    </section>
  )
}

interface ChoiceProps extends Pick<ChoicesProps, 'closure' | 'onToggle'> {
  item: ContentItem
  isChosen: boolean
}

function Choice({ item, isChosen, closure, onToggle }: ChoiceProps) {
  const { t } = useTranslation('content')
  const found = closure?.items.find((one) => nameOf(one) === nameOf(item))
  const why = found?.why ?? null
  return (
    <li className={classes.row}>
      <Checkbox
        className={classes.grow}
        label={item.title}
        checked={isChosen}
        indeterminate={!isChosen && why !== null}
        onChange={() => onToggle(item)}
      />
      {isChosen ? (
        <span className={classes.quiet}>{t('out.chosen')}</span>
      ) : (
        why !== null && (
          <span className={classes.quiet}>
            {t(`out.${why.relation}`, { place: why.place, by: why.by.title })}
          </span>
        )
      )}
    </li>
  )
}
