import classes from '../admin/Settings.module.css'
import { useSearchText } from '../admin/useSearchText.ts'
import { FilterBar } from '../frame/Frame.tsx'
import { SearchField } from './SearchField.tsx'

interface SearchBarProps {
  label: string
  /** As in the URL. */
  text: string | undefined
  onText: (text: string | undefined) => void
}

/** The filter bar of a list that can only be searched. */
export function SearchBar({ label, text, onText }: SearchBarProps) {
  const [typed, setTyped] = useSearchText(text, onText)
  return (
    <FilterBar>
      <SearchField className={classes.search} label={label} value={typed} onChange={setTyped} />
    </FilterBar>
  )
}
