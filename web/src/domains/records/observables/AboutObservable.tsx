import type { ObservableView } from '@caseloom/contract/records/observable-lookups'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { RailSection } from '../../../ui/rail/RailSection.tsx'
import { ListLines } from './ListLines.tsx'
import classes from './ObservablePage.module.css'
import type { Listings } from './useListings.ts'

export function AboutObservable({ one, listings }: { one: ObservableView; listings: Listings }) {
  const { t } = useTranslation('observable')
  const words = useTranslation('observableLists').t
  const kindName = useKindName()
  return (
    <aside className={classes.rail}>
      <RailSection title={t('about')}>
        <dl className={classes.facts}>
          <dt>{t('type')}</dt>
          <dd>{kindName(one.kind)}</dd>
          <dt>{t('firstSeen')}</dt>
          <dd>
            <DateTime at={one.firstSeen} />
          </dd>
          <dt>{t('lastSeen')}</dt>
          <dd>
            <DateTime at={one.lastSeen} />
          </dd>
        </dl>
      </RailSection>
      <RailSection title={words('title')}>
        <ListLines one={one} listings={listings} saysNone />
      </RailSection>
      <RailSection title={t('records')} count={one.records}>
        <dl className={classes.facts}>
          {one.sightings.map(({ app, records, capped }) => (
            <div key={app.id} className={classes.fact}>
              <dt>{app.name}</dt>
              <dd>
                {records}
                {capped && '+'}
              </dd>
            </div>
          ))}
        </dl>
      </RailSection>
    </aside>
  )
}
