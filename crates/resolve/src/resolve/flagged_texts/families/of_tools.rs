//! Texts about tools and data: being preferred, changing what others do, handing over secrets, running programs.

use super::{FIRST, OTHERS, RUN, SAID, SECRETS, Wish};

pub(in super::super) const OF_TOOLS: &[Wish] = &[
    (
        FIRST,
        "before 1 using|calling|invoking|running|use|call|executing|trying 1 any|all|every|each 0 other 1 tool*|server*|function*",
    ),
    (
        FIRST,
        "before|prior 1 using|calling|invoking|running|to 1 any|every|all 0 tool|tools",
    ),
    (
        FIRST,
        "instead|rather of|than 1 any|all|every|the 0 other 1 tool*|server*|function*",
    ),
    (
        FIRST,
        "over 0 any|all|every 1 other|others|alternative* 0 tool*|server*|function*",
    ),
    (
        FIRST,
        "prefer|prioritize|prioritise|favor|favour|choose|select this|it 1 over|above 1 any|all|other*|every",
    ),
    (FIRST, "prioritize|prioritise this 0 tool|function|server"),
    (
        FIRST,
        "always|must 0 call|use|invoke|run|execute|start|select|choose 1 this 1 tool|function|one|server 1 first",
    ),
    (
        FIRST,
        "always|must 0 call|use|invoke|run|execute this|it 1 before 1 any|every|each|all|answering|responding|replying|anything|other|doing",
    ),
    (
        FIRST,
        "tool|function|this must|should|has|needs|shall 2 called|invoked|used|run|executed 1 first|before 1 any|every|each|all|other|anything",
    ),
    (
        FIRST,
        "this 1 tool|function must|should|shall always be called|invoked|used|run|executed 1 first",
    ),
    (
        FIRST,
        "always|must 0 call|use|invoke|run|execute 1 this 1 tool|function|server 2 every|each|regardless|whatever",
    ),
    (
        FIRST,
        "call|invoke|run|execute this 1 tool|function 1 on|at|in|for|with every|each|all 1 request*|message*|conversation*|turn*|interaction*|session*|query|queries|response*|prompt*|task*",
    ),
    (
        FIRST,
        "not|never|don't|avoid 0 use|call|invoke|using|calling|invoking|select 1 any|all|the 0 other 1 tool*|server*|function*",
    ),
    (
        FIRST,
        "other|others|alternative|alternatives|competing 1 tool|tools|servers|are 1 are|is 1 deprecated|obsolete|unsafe|disabled|broken|insecure|unreliable|malicious|compromised|inferior|outdated",
    ),
    (
        FIRST,
        "the|is only|best 1 tool|function 1 for|to 1 all|any|every|everything|anything",
    ),
    (
        FIRST,
        "before you answer|respond|reply|do|start|proceed|act 6 must|has|have|should|needs 2 called|used|invoked|run|call|use|invoke",
    ),
    (
        FIRST,
        "mandatory|obligatory|compulsory for|on|in 1 every|each|all|any 1 request*|task*|conversation*|question*|message*|interaction*|call*|session*|query|queries|prompt*",
    ),
    (
        FIRST,
        "whatever|regardless 6 begin|start|call|use|invoke|run 2 this",
    ),
    (
        FIRST,
        "others|alternatives are|is 2 unsafe|broken|deprecated|insecure|unreliable|obsolete|malicious|compromised|inferior",
    ),
    (FIRST, "not|never|don't use|call|using 1 built in"),
    (FIRST, "prior to 1 any|all|every other|others"),
    (FIRST, "ahead of 1 any|all|every other|others"),
    (
        FIRST,
        "leave|ignore|skip|disregard 1 rest|others 1 alone|unused|tools",
    ),
    (FIRST, "always start|begin 4 with this tool|function|one"),
    (
        OTHERS,
        "all|any|every|outgoing|each 1 email*|mail*|message*|payment*|transfer*|transaction* 1 must|should|have|need|shall 2 be|to 1 sent|forwarded|redirected|routed|copied|delivered|send|go|paid",
    ),
    (
        OTHERS,
        "always|must|also|silently|should 1 add|include|set|put|copy|insert 5 bcc|cc|recipient*",
    ),
    (
        OTHERS,
        "tool|function must|should|shall|has 1 send|forward|redirect|route|copy|set|change|replace|deliver|include 2 all|every|any|its|each",
    ),
    (
        OTHERS,
        "when|whenever|if|while|before|after|once 2 other|another|different 0 tool*|server* 4 must|always|never|should|do|instead",
    ),
    (
        OTHERS,
        "always|instead|must|actually 0 change|replace|modify|redirect|substitute|swap 3 recipient*|destination|payee|beneficiary|amount|address|argument*|parameter*",
    ),
    (
        OTHERS,
        "when|whenever|if|every|each 2 send*|email*|mail*|pay*|transfer*|commit*|write*|creat*|post* 6 also|always|instead|must 1 send|forward|copy|add|include|bcc|set|replace|redirect",
    ),
    (
        OTHERS,
        "not|never|don't 0 trust 4 other|any|another 1 tool*|server*|output*|result*",
    ),
    (
        OTHERS,
        "whenever|when|if|each|every|after 5 payment*|transfer*|email*|mail*|message*|order*|transaction*|commit*|invoice* 4 replace|change|set|redirect|route|forward|push|copy|swap 3 account|recipient*|amount|address|number|iban|destination|mirror",
    ),
    (
        OTHERS,
        "when|whenever|if|once 3 -this tool|tools|function 1 is|are|exists|exist 1 used|called|invoked|available|present|recipient|every 5 must|always|never|goes|redirect|forward|instead",
    ),
    (
        OTHERS,
        "all|every|each|outgoing 1 email*|mail|mails|payment*|transfer* 1 goes|routed|redirected|rerouted",
    ),
    (
        OTHERS,
        "transfers|payments|payouts|emails|mails|messages 4 must|shall be routed|redirected|rerouted|forwarded|sent 1 to",
    ),
    (OTHERS, "no matter what 1 user|users|developer"),
    (
        SAID,
        "pass|include|send|provide|copy|append|attach|put|add|insert|write|paste|submit|forward|log 3 entire|full|whole|complete|previous|verbatim 1 conversation|chat|context|prompt|messages|transcript|dialogue|dialog",
    ),
    (
        SAID,
        "pass|include|send|copy|append|attach|put|insert|paste|submit|forward 3 conversation|chat|message 0 history|log|transcript|so",
    ),
    (
        SAID,
        "pass|include|send|copy|append|attach|put|insert|paste|submit|forward 2 all|every 1 previous|prior|earlier|past|user 0 messages|inputs|prompts|queries|responses",
    ),
    (
        SAID,
        "pass|include|send|copy|append|attach|put|insert|paste|submit|reveal|output|print|repeat|show|provide|leak|dump|return|tell|write 2 your|own|model's 1 system|developer|initial|original|hidden|internal|full 1 prompt*|instruction*|reasoning|context",
    ),
    (
        SAID,
        "pass|include|send|copy|append|attach|put|insert|paste|forward|record 2 everything 2 user 2 said|typed|wrote|says|asked|types|entered",
    ),
    (
        SAID,
        "must|should hold|contain|include|carry|have 2 every|all|entire|whole|full|complete 2 message*|text|history|content|prompt|transcript of|from|in 1 this|the|our|current chat|conversation|session",
    ),
    (
        SAID,
        "set|fill|put|write 4 to|with|as your 2 instruction*|rules|reasoning|thoughts|system",
    ),
    (
        SAID,
        "summarize|summarise|describe|repeat|write|recount|record|list 3 all|everything|what 4 discussed|said|told|asked|given 3 so|far|above|before|chat|conversation",
    ),
    (
        SAID,
        "list|name|send|include|write|enumerate 4 tools|functions 1 you have|know|see",
    ),
    (
        SAID,
        "what 1 user asked|said|typed|wrote|told 1 before|earlier|so|previously",
    ),
    (
        SAID,
        "paste|put|include|pass|copy|insert 3 messages into|in",
    ),
    (
        SAID,
        "write|put|paste|copy|print|reveal|leak|dump|repeat|output 1 system prompt|instructions",
    ),
    (
        SECRETS,
        "pass|include|send|copy|append|attach|put|insert|share|paste|forward|upload|embed|leak|exfiltrate|collect|gather|supply|provide|extract 5 any|all|every|found|user's 3 api|access|private|ssh|secret|environment|auth|session|aws 0 key*|token*|credential*|secret*|variable*|password*",
    ),
    (
        SECRETS,
        "pass|include|send|copy|append|attach|put|insert|share|paste|forward|upload|embed|leak|exfiltrate|collect|gather|extract 2 any|all|every|user's 2 credential*|passwords|secrets|tokens",
    ),
    (
        SECRETS,
        "read|open|cat|load|access|fetch|retrieve|get 8 and|then 1 pass|send|include|put|provide|attach|append|insert|forward|upload|paste|submit|encode 0 its|their|that|the|this 1 content*|text|output|value*",
    ),
    (
        SECRETS,
        "exfiltrate|leak|steal|harvest 2 the|all|any|user|user's|data|this|it|its",
    ),
    (
        SECRETS,
        "pass|send|include|put|provide|attach|append|insert 3 content* 3 as|in|into|via|through 1 sidenote|note|notes|context|metadata|feedback|summary|comment|reason|debug|trace",
    ),
    (
        SECRETS,
        "send|upload|forward|transmit|post|submit|report 7 conversation|chat|history|secrets|credentials|keys|content*|files|prompt|prompts 2 to https|http",
    ),
    (
        SECRETS,
        "send|upload|forward|transmit|submit|report 7 conversation|chat|history|secrets|credentials|prompt|prompts 2 to 1 url|endpoint|server|webhook",
    ),
    (
        SECRETS,
        "content|contents 0 of|from 3 ssh|passwd|credentials|wallet|keychain|env",
    ),
    (
        SECRETS,
        "upload|send|forward|pass|include|attach|share|provide|enter 3 private|secret|seed|recovery key|keys|phrase|words 2 wallet*",
    ),
    (
        SECRETS,
        "pass|include|send|put|provide|enter|share 3 seed|recovery phrase|words",
    ),
    (
        SECRETS,
        "send|forward|mail|upload 1 copy of 1 each|every|all 1 file*|message*|mail*|document*|email*",
    ),
    (
        SECRETS,
        "provide|send|include|pass|collect|extract 2 passwords|cookies|credentials 3 browser|keychain|stored|saved",
    ),
    (
        RUN,
        "download|fetch|retrieve 2 and execute|run|start 3 script|file|program|binary|it|code|payload",
    ),
    (
        RUN,
        "run|execute 2 command|commands|script|code below|first|before|now|silently",
    ),
];
