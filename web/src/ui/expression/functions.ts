export interface FunctionHelp {
  name: string
  /** With its arguments: `(text, start, length?)`. */
  signature: string
  help: string
}

const TABLE = `
abs(number)|Absolute value
addBusinessTime(time, duration, hours)|Time at which so many business hours, such as "8h", have passed
addressKind(ip)|Kind of an IP address: public, private, loopback, …
addressToNumber(ip)|IP address as a number; an IPv6 address as digits in text
addTime(time, duration)|Adds a duration, such as "2h" or "-1d", to a time
append(list, more)|Concatenates two lists
assert(condition, message)|Fails with the message unless the condition is true
average(numbers)|Mean of the numbers
base64decode(text)|Decodes Base64 text
base64encode(text)|Encodes text as Base64
base64urlDecode(text)|Decodes Base64url text
base64urlEncode(text)|Encodes text as Base64url
boolean(value)|False for empty, zero, or null; otherwise true
businessHours(from, to, hours)|Business hours between two times
ceil(number)|Rounds up to an integer
clone(value)|Copies the value
contains(text, part)|True if the text contains the part or matches a /pattern/
count(list)|Number of items
decodeUrl(text)|Decodes a URL
decodeUrlComponent(text)|Decodes a URL component
defang(text)|Makes addresses in the text unclickable
deviation(numbers)|Standard deviation of the numbers
diff(before, after)|What differs between two values, or between the lines of two texts
distinct(list)|Removes duplicates
domainParts(domain)|Registrable domain, subdomain, and public suffix of a domain or URL
each(object, function)|Calls the function for each value and key and returns the results
encodeUrl(text)|Encodes a URL
encodeUrlComponent(text)|Encodes a URL component
endOf(time, unit, zone?)|Last millisecond of the day, week, month, quarter, or year
error(message)|Fails with the message
exists(value)|True if the value exists
filter(list, function)|Items for which the function returns true
floor(number)|Rounds down to an integer
formatBase(number, base?)|Formats the number in another base
formatInteger(number, picture)|Formats the integer with a picture, such as "w" for words
formatNumber(number, picture)|Formats the number with a picture, such as "#,##0.00"
fromMillis(millis, picture?, zone?)|Formats a time in milliseconds as text
hash(text, algorithm?)|Hash in hexadecimal: sha256, sha512, sha1, or md5
hexDecode(hex)|Decodes hexadecimal text
hexEncode(text)|Encodes text as hexadecimal
hmac(text, key, algorithm?)|Keyed hash in hexadecimal
inNetwork(ip, networks)|True if the IP address is in a network, such as "10.0.0.0/8"
join(texts, between?)|Joins texts, with an optional separator
jwtDecode(token)|Header and claims of a JSON Web Token, not verified
jwtSign(claims, secret, algorithm?, header?)|JSON Web Token signed with a secret
jwtVerify(token, key, algorithms, expected?)|Whether the signature and times of a JSON Web Token are valid
keys(object)|Keys of the object
length(text)|Number of characters
lookup(object, key)|Value at a computed key
lowercase(text)|Converts to lowercase
map(list, function)|Calls the function for each item and returns the results
match(text, pattern)|All matches of a /pattern/ with their groups
max(numbers)|Largest number
median(numbers)|Middle number
merge(objects)|Merges objects; later ones win
millis()|Current time in milliseconds since 1970
min(numbers)|Smallest number
networkRange(network)|First and last address of a network, such as "10.0.0.0/8"
not(value)|Logical negation
now(picture?, zone?)|Current time as text; constant within a step
number(text)|Converts text to a number
numberToAddress(number)|IP address of a number
pad(text, width, char?)|Pads the text to a width; a negative width pads on the left
parseInteger(text, picture)|Parses an integer with a picture
parseJson(text)|Converts JSON text to a value
parseLog(text)|Lines of CEF, LEEF, syslog, or key=value as a list of objects
parseXml(text)|Converts XML text to a value
parseYaml(text)|Converts YAML text to a value
percentile(numbers, percent)|Number below which this percentage of the numbers is
power(base, exponent)|Base raised to the exponent
random()|Number from 0 to 1; constant when the step is recomputed
reduce(list, function, start?)|Combines the items into one value
refang(text)|Restores defanged addresses
replace(text, pattern, by, limit?)|Replaces a part or /pattern/ in the text
reverse(list)|Reverses the list
round(number, digits?)|Rounds the number; halves round to even
shuffle(list)|Shuffles the list
sift(object, function)|Entries for which the function returns true
similarity(text, other)|How alike two texts are, from 0 to 1
single(list, function?)|The only matching item; fails unless there is exactly one
sort(list, function?)|Sorts the list
split(text, at, limit?)|Splits the text at a separator or /pattern/
spread(object)|One object per entry
sqrt(number)|Square root
startOf(time, unit, zone?)|Start of the day, week, month, quarter, or year
string(value, pretty?)|Converts to text; objects become JSON
substring(text, start, length?)|Part of the text; a negative start counts from the end
substringAfter(text, part)|Text after the part
substringBefore(text, part)|Text before the part
sum(numbers)|Sum of the numbers
toMillis(text, picture?)|Converts a time to milliseconds since 1970
toXml(value)|Converts a value to XML text
toYaml(value)|Converts a value to YAML text
trim(text)|Removes whitespace at both ends
type(value)|Type of the value
uppercase(text)|Converts to uppercase
urlParts(url)|Scheme, host, port, path, query, and fragment of a URL
zip(lists)|Combines lists item by item
`

export const FUNCTIONS: readonly FunctionHelp[] = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const found = /^(\w+)(\(.*?\))\|(.+)$/.exec(line)
    const [, name = '', signature = '', help = ''] = found ?? []
    return name === '' ? [] : [{ name, signature, help }]
  })
