import { defang, recognizeObservable } from '@caseloom/contract/values/observable-value'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { observableSearch } from '../verdicts/observable-search.ts'
import { VerdictWord } from '../verdicts/VerdictWord.tsx'
import { observableQuery, observablesNamed } from '../verdicts/verdicts.queries.ts'
import { verdictsEn } from '../verdicts/verdicts.en.ts'
import classes from './Search.module.css'

addTexts('verdicts', verdictsEn)

type Name = Parameters<typeof observableQuery>[1]

/** The observables that the text names, where it is a whole value: each leads to its page. */
export function FoundObservables({ text }: { text: string }) {
  const { tenantId } = useTenantScope()
  const kind = recognizeObservable(text)?.kind
  // Words are looked for in records only; a bare name may be a host or a user.
  const mayBe = kind !== undefined && (kind !== 'other' || !/\s/.test(text))
  const found = useQuery({ ...observablesNamed(tenantId, text), enabled: mayBe }).data ?? []
  return mayBe && found.map((name) => <FoundObservable key={`${name.kind} ${name.value}`} name={name} />)
}

function FoundObservable({ name }: { name: Name }) {
  const { t } = useTranslation('verdicts')
  const kindName = useKindName()
  const scope = useTenantScope()
  const one = useQuery(observableQuery(scope.tenantId, name)).data
  return (
    <Link className={classes.result} to={paths.observable(scope)} search={observableSearch(name)}>
      <span className={classes.line}>
        <span className={classes.id}>{kindName(name.kind)}</span>
        <span className={classes.name}>
          <bdi translate="no">{defang(name.kind, name.value)}</bdi>
        </span>
        {one !== undefined && <VerdictWord {...one.overall} />}
        <span className={classes.meta}>{one !== undefined && t('inRecords', { count: one.records })}</span>
      </span>
    </Link>
  )
}
