function __teachkit_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __teachkit_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __teachkit_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __teachkit_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __teachkit_parse_tokens -S
    set -l unparsed_tokens (__teachkit_tokens -pc)
    switch $unparsed_tokens[1]
    case 'teachkit'
        __teachkit_parse_subcommand 0 'C=+' 'format=' 'quiet' 'color=' 'as=' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'doctor'
            __teachkit_parse_subcommand 0 'C=+' 'format=' 'quiet' 'color=' 'as=' 'version' 'h/help'
        case 'help'
            __teachkit_parse_subcommand -r 1 'version'
        end
    end
end

function __teachkit_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __teachkit_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __teachkit_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __teachkit_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__teachkit_tokens -p)
    if test -z "$(__teachkit_tokens -t)"
        set -l index (count (__teachkit_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'teachkit' -f
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit"' -s 'C' -d 'Run as if started in this folder.' -rfa '(__teachkit_complete_directories)'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit" format' -l 'format' -d 'How results are written.' -rfka 'text json csv junit tap markdown html'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit" quiet' -l 'quiet' -d 'Say nothing but errors.'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit" color' -l 'color' -d 'When to use colours.' -rfka 'auto always never'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit" as' -l 'as' -d 'Show what this student sees, as \'student:ID\'.' -rfka ''
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit" version' -l 'version' -d 'Show the version.'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_positional "teachkit" -eq 1' -fa 'doctor' -d 'Check that this machine has what teachkit needs.'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_positional "teachkit" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit doctor"' -s 'C' -d 'Run as if started in this folder.' -rfa '(__teachkit_complete_directories)'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit doctor" format' -l 'format' -d 'How results are written.' -rfka 'text json csv junit tap markdown html'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit doctor" quiet' -l 'quiet' -d 'Say nothing but errors.'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit doctor" color' -l 'color' -d 'When to use colours.' -rfka 'auto always never'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit doctor" as' -l 'as' -d 'Show what this student sees, as \'student:ID\'.' -rfka ''
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit doctor" version' -l 'version' -d 'Show the version.'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'teachkit' -n '__teachkit_should_offer_completions_for_flags_or_options "teachkit help" version' -l 'version' -d 'Show the version.'
