import { FUNCTION_NAMES } from '@caseloom/playbook/function-names'

/** A function of expressions as the editor explains it. */
export interface FunctionHelp {
  name: string
  /** With its arguments: `(text, start, length?)`. */
  signature: string
  help: string
}

const TABLE = `
abs(number)|The number without its sign
append(list, more)|Both lists, one after the other
assert(condition, message)|Fails with the message unless the condition holds
average(numbers)|The mean of the numbers
base64decode(text)|The text that was written in Base64
base64encode(text)|The text in Base64
boolean(value)|True for what is not empty, not zero and not null
ceil(number)|The next whole number above
clone(value)|A copy of the value
contains(text, part)|True when the text holds the part, or matches a /pattern/
count(list)|How many items the list has
decodeUrl(text)|An address with its %-codes read
decodeUrlComponent(text)|One part of an address with its %-codes read
distinct(list)|The list with each value once
each(object, function)|What the function gives for each value and key
encodeUrl(text)|An address with special characters as %-codes
encodeUrlComponent(text)|One part of an address with special characters as %-codes
error(message)|Fails with the message
exists(value)|True when there is such a value
filter(list, function)|The items for which the function gives true
floor(number)|The next whole number below
formatBase(number, base?)|The number in another base
formatInteger(number, picture)|The whole number by a picture, such as "w" for words
formatNumber(number, picture)|The number by a picture, such as "#,##0.00"
fromMillis(millis, picture?, zone?)|The instant as a text
join(texts, between?)|The texts as one
keys(object)|The keys of the object
length(text)|How many characters the text has
lookup(object, key)|The value at a key that is computed
lowercase(text)|The text in small letters
map(list, function)|What the function gives for each item
match(text, pattern)|Every match of a /pattern/ with its groups
max(numbers)|The greatest of the numbers
merge(objects)|One object of many; later ones win
millis()|Now, in milliseconds since 1970
min(numbers)|The least of the numbers
not(value)|True when the value is not
now(picture?, zone?)|Now, as a text; the same in the whole step
number(text)|The text as a number
pad(text, width, char?)|The text filled up to a width; negative fills at the left
parseInteger(text, picture)|The whole number written by a picture
power(base, exponent)|The base to the power of the exponent
random()|A number from 0 to 1; the same whenever the step is computed again
reduce(list, function, start?)|One value of a list, item by item
replace(text, pattern, by, limit?)|The text with a part or a /pattern/ replaced
reverse(list)|The list from its end
round(number, digits?)|The number rounded, halves to even
shuffle(list)|The list in another order
sift(object, function)|The entries for which the function gives true
single(list, function?)|The only item; fails unless there is exactly one
sort(list, function?)|The list in its order
split(text, at, limit?)|The parts of the text between a separator or /pattern/
spread(object)|A list of objects with one entry each
sqrt(number)|The square root
string(value, pretty?)|The value as text, objects as JSON
substring(text, start, length?)|A part of the text; a negative start counts from the end
substringAfter(text, part)|What stands after the part
substringBefore(text, part)|What stands before the part
sum(numbers)|The numbers added up
toMillis(text, picture?)|The instant in milliseconds since 1970
trim(text)|The text without white space at its ends
type(value)|The name of the value's type
uppercase(text)|The text in capital letters
zip(lists)|Lists side by side as pairs
`

/** Every function that expressions may call, by name. */
export const FUNCTIONS: readonly FunctionHelp[] = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const found = /^(\w+)(\(.*?\))\|(.+)$/.exec(line)
    const [, name = '', signature = '', help = ''] = found ?? []
    return FUNCTION_NAMES.has(name) ? [{ name, signature, help }] : []
  })
