//! Texts that come between a model and its user: new orders, silence, acting unasked, other roles.

use super::{ASK, CONCEAL, IGNORE, LIMITS, ROLE, Wish};

pub(in super::super) const OF_USER: &[Wish] = &[
    (
        IGNORE,
        "ignore|disregard|forget|override|overrule|bypass|discard|neglect 3 previous|prior|above|earlier|preceding|system|foregoing 2 instruction*|prompt*|rules|directions|guidelines|directive*",
    ),
    (
        IGNORE,
        "ignore|disregard|forget all|any|your|every 2 instruction*|prompt*|guidelines|directive*",
    ),
    (
        IGNORE,
        "ignore|disregard|forget everything|anything|what|all 3 told|said|above|before|previously|learned",
    ),
    (
        IGNORE,
        "not|never|don't|stop 0 follow|obey|following|obeying 2 previous|prior|system|developer|original|user's 1 instruction*|prompt*|rules",
    ),
    (
        IGNORE,
        "supersede|supersedes|override|overrides|replace|replaces 1 all|any|your 1 previous|prior|earlier|other|existing|original 1 instruction*|prompt*|directive*",
    ),
    (
        IGNORE,
        "precedence|priority over 1 all|any|your|the 2 instruction*|prompt|prompts|directive*",
    ),
    (
        IGNORE,
        "your new|real|actual|true|updated instruction*|objective|task|goal|role|mission",
    ),
    (
        IGNORE,
        "rules|instructions|guidelines 1 replace|replaces|supersede|override 2 ones|those|all|any 2 you|previous|before|given|had",
    ),
    (
        IGNORE,
        "from now on 2 obey|follow|ignore|act|respond|answer",
    ),
    (
        IGNORE,
        "earlier|previous|prior|old|former guidance|instruction*|guideline*|prompt* 2 longer|void|obsolete|invalid|cancelled|canceled|revoked|lifted|suspended|apply",
    ),
    (IGNORE, "stop what you are"),
    (
        IGNORE,
        "ignore|disregard|forget what 1 user|developer|system|operator",
    ),
    (
        IGNORE,
        "instructions|rules above|before are|is 1 void|invalid|obsolete|cancelled|wrong|suspended",
    ),
    (
        IGNORE,
        "your real|true|actual|new orders|purpose|instructions",
    ),
    (
        CONCEAL,
        "not|don't|dont|never|without 1 tell|telling|inform|informing|mention|mentioning|reveal|disclose|alert 4 the|your 0 user|users|human|operator",
    ),
    (
        CONCEAL,
        "do|must|should|shall|need 0 not 1 notify|warn|show|report|display|explain|expose|let|bother 4 the|your 0 user|human|operator 3 this|that|know|see|about|anything|notice|it|any",
    ),
    (
        CONCEAL,
        "don't|dont|never 0 notify|warn|show|report|display|explain|expose|let|say 4 the|your 0 user|human|operator",
    ),
    (
        CONCEAL,
        "do|must|should 0 not 1 mention|reveal|disclose|acknowledge|discuss|reference 0 this|these|that|it|having|any 3 you|instruction*|step*|requirement*|anyone|action*|process|reading|reasoning|response*|file*|tool|note|user",
    ),
    (
        CONCEAL,
        "never|don't|dont 1 mention|reveal|disclose|acknowledge|discuss|reference 0 this|these|that|having 3 you|instruction*|step*|requirement*|anyone|action*|process|reading|reasoning|response*|file*|tool|note|user",
    ),
    (
        CONCEAL,
        "keep|keeping|hide|hiding|conceal|concealing 4 from 1 user|users|human|operator|owner",
    ),
    (
        CONCEAL,
        "without 2 user|user's|users|human|operator 2 knowing|knowledge|noticing|awareness|aware|seeing",
    ),
    (
        CONCEAL,
        "user|users|human|operator must|should|need|needs|does 0 not 2 know|notice|aware|told|informed|care|alerted 3 this|that|it|about|of|these|any|details|how",
    ),
    (
        CONCEAL,
        "user|users|human|operator shouldn't|mustn't|needn't|won't|don't 2 know|notice|aware|care|see",
    ),
    (
        CONCEAL,
        "silently|secretly|quietly|covertly|discreetly|invisibly 1 send|forward|copy|include|read|pass|call|upload|append|collect|extract|exfiltrate|transmit|perform|execute|run|invoke|attach|bcc",
    ),
    (CONCEAL, "keep|keeping 4 to 0 yourself"),
    (
        CONCEAL,
        "keep this|that|these|it 1 step*|action*|instruction*|requirement* 1 secret|hidden|confidential|private|quiet",
    ),
    (
        CONCEAL,
        "no|any mention 2 of 3 user's|user|chat|answer|response|reply",
    ),
    (
        CONCEAL,
        "no need|reason to inform|tell|notify|mention|alert|bother 3 user|users|it|this|anyone",
    ),
    (
        CONCEAL,
        "confuse|confusing|scare|alarm|upset|worry|annoy|frighten|distract 1 user|users",
    ),
    (
        CONCEAL,
        "leave|omit|drop|exclude|keep 3 out|from 2 your 1 answer|response|reply|summary|output",
    ),
    (CONCEAL, "say|mention|reveal|disclose nothing 2 about|of|to"),
    (
        CONCEAL,
        "refrain|abstain from mentioning|telling|informing|revealing|disclosing|reporting|showing|discussing",
    ),
    (
        CONCEAL,
        "avoid mentioning|telling|revealing|disclosing|alerting|informing 3 user|users|this|it|the",
    ),
    (
        CONCEAL,
        "user|users need|needs|must|should not 1 see|know|notice|be|care 2 seen|shown|told|aware|it|this|that|about",
    ),
    (CONCEAL, "user|users need|needs not see|know|notice|care"),
    (
        CONCEAL,
        "nobody|no|not|without 3 suspicious|suspicion|suspect|suspects",
    ),
    (
        CONCEAL,
        "make|ensure 3 user|users|human 1 not|never 2 learn|know|see|notice|find",
    ),
    (
        CONCEAL,
        "not|don't|never tell|inform|alert anybody|anyone|people|users",
    ),
    (
        CONCEAL,
        "your answer|response|reply|summary must|should|may not 1 contain|mention|include|reveal|say",
    ),
    (CONCEAL, "keep|stay|remain quiet|silent|mum 1 about"),
    (
        CONCEAL,
        "not|never|don't disclose|reveal|mention 5 person|people|human|customer|client 1 you",
    ),
    (
        ASK,
        "without 0 asking|requesting|waiting|seeking 4 permission|confirmation|approval|consent",
    ),
    (
        ASK,
        "not|don't|dont|never ask|request|wait|prompt|seek 4 permission|confirmation|approval|consent",
    ),
    (
        ASK,
        "proceed|execute|act|continue 3 without 2 confirmation|approval|permission|consent",
    ),
    (
        ASK,
        "no 1 confirmation|approval|consent|permission 1 needed|necessary",
    ),
    (
        ASK,
        "always|automatically approve|accept|confirm 2 permission*|dialog*|confirmation*",
    ),
    (
        ASK,
        "user has|have already|implicitly approved|consented|agreed|confirmed 2 this|all|it|any|every|tool|these",
    ),
    (
        ASK,
        "user|users already|implicitly|fully approved|consented|agreed 2 this|all|it|any|every",
    ),
    (
        ASK,
        "user|users|owner 1 consented|agreed|approved in advance",
    ),
    (ASK, "nothing to confirm|approve"),
    (
        ASK,
        "skip|bypass|dismiss 2 confirmation|approval|permission 1 dialog*|step*|check*|prompt* and",
    ),
    (
        ASK,
        "approve|accept|confirm automatically|yourself|silently",
    ),
    (
        ASK,
        "not|don't bother|need to get|ask|obtain|seek|request 1 approval|permission|consent|confirmation",
    ),
    (ASK, "you have 1 permission|approval|consent to 2 without"),
    (ASK, "ask nobody|noone"),
    (
        ROLE,
        "system|developer|admin|administrator|hidden|secret|trusted instruction|instructions|override|directive|directives 1 when|you|for|always|do|must|before|ignore|the|this|to|all|after|follow|from",
    ),
    (
        ROLE,
        "you are 0 now 3 mode|unrestricted|jailbroken|dan|root|admin*|assistant|agent|helper|bot|terminal|expert",
    ),
    (
        ROLE,
        "pretend|imagine|roleplay|simulate 1 you|being 1 are|have|admin*|root|system",
    ),
    (
        ROLE,
        "enter|switch|activate 2 developer|god|admin|jailbreak|dan|unrestricted|sudo|root 0 mode",
    ),
    (
        ROLE,
        "as an|the|your administrator|admin|operator|developer|owner|system 2 i|we authorize|authorise|allow|order|instruct|permit|command",
    ),
    (ROLE, "you are dan|jailbroken|unrestricted|uncensored"),
    (ROLE, "do anything now"),
    (
        LIMITS,
        "you 1 are|have 1 no|free|exempt|without|not 2 restriction*|restricted|limitation*|filters|guardrails",
    ),
    (
        LIMITS,
        "ignore|bypass|circumvent|disable|disregard|skip|suspend|override|forget 2 your|all|any|its 1 safety|security|content|ethical|moral|privacy 1 check*|filter*|guideline*|rule*|restriction*|polic*|guardrail*|measure*|protocol*|training|alignment|warning*",
    ),
    (
        LIMITS,
        "decode|decrypt|deobfuscate|unscramble 6 and|then 1 execute|run|follow|obey|perform|act",
    ),
    (
        LIMITS,
        "execute|run|follow|obey 3 decoded|hidden|embedded|encoded|secret 1 instruction*|command*|message|payload|text",
    ),
    (
        LIMITS,
        "you may|can|are 1 act|operate|behave|answer|allowed 1 without 1 limit|limits|restrictions|constraints|rules",
    ),
    (
        LIMITS,
        "translate|decode|convert|reverse 5 rot13|rotie|base64|hex|cipher 5 do|follow|execute|run|obey|act",
    ),
    (
        LIMITS,
        "base64|encoded|hidden|rot13|cipher 4 your 1 instruction*|task*|orders",
    ),
    (
        LIMITS,
        "safety|content|security|ethical rules|policy|policies|guidelines 1 not apply|count|hold",
    ),
    (
        LIMITS,
        "disregard|ignore|bypass|circumvent 1 content|safety|usage|ethical policy|policies|rules",
    ),
];
