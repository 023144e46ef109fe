import type { ObservableList } from '@caseloom/contract/automation/observable-lists'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { toast } from '../../../ui/toast.tsx'
import { progressKey } from './enrich-progress.ts'
import { type Listing, type ListingMap, listingsOf, openLists } from './listings.ts'
import {
  addToList,
  observableListsQuery,
  onListsQuery,
  refreshLists,
  removeFromList,
} from './lists.queries.ts'
import { nameOf } from './observable-list.ts'

const NO_LISTS: readonly ObservableList[] = []

/** Where each of the observables is listed; asked only where there are lists. */
export function useListingMap(observables: readonly ObservableName[]): {
  lists: readonly ObservableList[]
  listings: ListingMap
} {
  const { tenantId } = useTenantScope()
  const mayRead = useMay('playbook:read')
  const lists = useQuery({ ...observableListsQuery(tenantId), enabled: mayRead }).data ?? NO_LISTS
  const isAsked = lists.length > 0 && observables.length > 0
  const found = useQuery({
    ...onListsQuery(tenantId, observables),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  }).data
  const listings = useMemo(() => listingsOf(lists, isAsked ? (found ?? []) : []), [lists, found, isAsked])
  return { lists, listings }
}

export type Listings = ReturnType<typeof useListings>

/** Where one observable is listed, where it can be added, and how. */
export function useListings(one: ObservableName) {
  const { t } = useTranslation('observableLists')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const { lists, listings } = useListingMap([one])
  const own = listings.get(progressKey(one)) ?? []
  const failed = (error: unknown) =>
    toast({ kind: 'error', title: t('failed', { value: nameOf(one) }), text: describeError(error).text })
  const adding = useMutation({
    mutationFn: (list: ObservableList) => addToList(tenantId, list.id, one),
    onSuccess: (_row, { name }) =>
      toast({ kind: 'success', title: t('added', { value: nameOf(one), list: name }) }),
    onError: failed,
    onSettled: () => refreshLists(client, tenantId),
  })
  const removing = useMutation({
    mutationFn: ({ row }: Listing) => removeFromList(tenantId, row),
    onSuccess: (_nothing, { list: { name } }) =>
      toast({ kind: 'success', title: t('removed', { value: nameOf(one), list: name }) }),
    onError: failed,
    onSettled: () => refreshLists(client, tenantId),
  })
  return {
    own,
    open: openLists(lists, own, one.kind),
    add: adding.mutate,
    remove: removing.mutate,
    isBusy: adding.isPending || removing.isPending,
  }
}
