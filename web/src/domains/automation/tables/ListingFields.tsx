import { LIST_PURPOSES, type ObservableListing } from '@caseloom/contract/automation/tables'
import { OBSERVABLE_KINDS, ObservableKind } from '@caseloom/contract/values/case-fields'
import { Checkbox, MultiSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import type { TableDraft, TableFaults } from './table-form.ts'
import classes from './Tables.module.css'

interface ListingFieldsProps {
  draft: TableDraft
  faults: TableFaults
  onChange: (part: Partial<TableDraft>) => void
}

/** What most block lists hold. */
const USUAL: readonly ObservableKind[] = ['ipv4', 'ipv6', 'domain', 'url', 'email', 'sha256']

/** Makes the table a block or allow list of observables. */
export function ListingFields({ draft, faults, onChange }: ListingFieldsProps) {
  const { t } = useTranslation('tables')
  const { listing, columns } = draft
  const choose = (purpose: ObservableListing['purpose'] | undefined) => {
    if (purpose === undefined) return onChange({ listing: null })
    const fresh = { column: columns[0]?.key ?? '', kinds: [...USUAL], editors: false }
    onChange({ listing: { ...fresh, ...listing, purpose } })
  }
  return (
    <>
      <Select
        label={t('form.listing')}
        description={t('form.listingText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        data={[
          { value: 'none', label: t('form.purposes.none') },
          ...LIST_PURPOSES.map((value) => ({ value, label: t(`form.purposes.${value}`) })),
        ]}
        value={listing?.purpose ?? 'none'}
        onChange={(next) => choose(LIST_PURPOSES.find((one) => one === next))}
      />
      {listing !== null && <Listing {...{ draft, listing, faults, onChange }} />}
    </>
  )
}

function Listing({ draft, listing, faults, onChange }: ListingFieldsProps & { listing: ObservableListing }) {
  const { t } = useTranslation('tables')
  const kindName = useKindName()
  const change = (part: Partial<ObservableListing>) => onChange({ listing: { ...listing, ...part } })
  const texts = draft.columns.filter(({ type, key }) => type === 'text' && key !== '')
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={t('form.listColumn')}
          allowDeselect={false}
          data={texts.map(({ key, label }) => ({ value: key, label: label === '' ? key : label }))}
          value={listing.column}
          error={faults.get('listing.column')}
          onChange={(column) => column !== null && change({ column })}
        />
        <MultiSelect
          label={t('form.listKinds')}
          searchable
          data={OBSERVABLE_KINDS.map((value) => ({ value, label: kindName(value) }))}
          value={listing.kinds}
          error={faults.get('listing.kinds')}
          onChange={(next) =>
            change({ kinds: next.flatMap((one) => ObservableKind.safeParse(one).data ?? []) })
          }
        />
      </div>
      <Checkbox
        label={t('form.listEditors')}
        checked={listing.editors}
        onChange={(event) => change({ editors: event.currentTarget.checked })}
      />
    </>
  )
}
