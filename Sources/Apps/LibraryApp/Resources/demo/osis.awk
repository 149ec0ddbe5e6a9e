# Turns lines such as `Ge1:1 In the beginning …` into an OSIS document: book, chapter, verse.
BEGIN {
    split("Ge Exo Lev Num Deu Josh Jdgs Ruth 1Sm 2Sm 1Ki 2Ki 1Chr 2Chr Ezra Neh Est Job Psa Prv Eccl SSol Isa Jer Lam Eze Dan " \
        "Hos Joel Amos Obad Jonah Mic Nahum Hab Zep Hag Zec Mal Mat Mark Luke John Acts Rom 1Cor 2Cor Gal Eph Phi Col 1Th 2Th " \
        "1Tim 2Tim Titus Phmn Heb Jas 1Pet 2Pet 1Jn 2Jn 3Jn Jude Rev", printed, " ")
    split("Gen Exod Lev Num Deut Josh Judg Ruth 1Sam 2Sam 1Kgs 2Kgs 1Chr 2Chr Ezra Neh Esth Job Ps Prov Eccl Song Isa Jer Lam Ezek " \
        "Dan Hos Joel Amos Obad Jonah Mic Nah Hab Zeph Hag Zech Mal Matt Mark Luke John Acts Rom 1Cor 2Cor Gal Eph Phil Col 1Thess " \
        "2Thess 1Tim 2Tim Titus Phlm Heb Jas 1Pet 2Pet 1John 2John 3John Jude Rev", osis, " ")
    for (i in printed) code[printed[i]] = osis[i]
    print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    print "<osis xmlns=\"http://www.bibletechnologies.net/2003/OSIS/namespace\">"
    print "<osisText osisIDWork=\"KJV\" osisRefWork=\"Bible\" xml:lang=\"en\">"
    print "<header><work osisWork=\"KJV\"><title>The Holy Bible: King James Version</title><language>en</language></work></header>"
}
match($1, /[0-9]+:[0-9]+$/) {
    name = substr($1, 1, RSTART - 1)
    if (!(name in code)) { print "unknown book: " name > "/dev/stderr"; failed = 1; exit 1 }
    split(substr($1, RSTART), place, ":")
    if (name != book) {
        close_book()
        printf "<div type=\"book\" osisID=\"%s\">\n", code[name]
        book = name
    }
    if (place[1] != chapter) {
        close_chapter()
        printf "<chapter osisID=\"%s.%s\">\n", code[book], place[1]
        chapter = place[1]
    }
    text = substr($0, length($1) + 2)
    gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text)
    printf "<verse osisID=\"%s.%s.%s\">%s</verse>\n", code[book], chapter, place[2], text
}
END {
    if (failed) exit 1
    close_book()
    print "</osisText>"
    print "</osis>"
}
function close_chapter() { if (chapter != "") print "</chapter>"; chapter = "" }
function close_book() { close_chapter(); if (book != "") print "</div>" }
