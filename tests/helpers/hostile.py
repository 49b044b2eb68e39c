"""Names that try to be more than names."""

NAMES = {
    "closes the script": "</script><img src=x onerror=alert(1)>",
    "closes a comment": "--><svg onload=alert(2)>",
    "opens a comment": "<!--<script>",
    "template": "${alert(3)} {{7*7}} `",
    "quotes": "\"'><b onmouseover=alert(4)>&lt;&amp;",
    "line separators": "a\u2028b\u2029c\nd\te",
    "lone surrogate": "half \ud83d pair",
    "right to left": "a\u202eb\u202cc\u200f",
    "javascript": "javascript:alert(5)",
    "long": "x" * 10_000,
    "prototype": "__proto__",
    "constructor": "constructor",
}
